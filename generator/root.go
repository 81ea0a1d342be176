package generator

import (
	"path"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// rootDoc documents the package that combines the areas.
func rootDoc(c *catalog.Catalog) comment {
	return doc("Package "+c.Package+" holds the client and the server of "+c.Title+", version "+c.Version+".",
		c.Description,
		"[NewClient] calls the service and [NewHandler] serves it. Each area is a package of "+
			"its own, "+
			"which can be used alone.")
}

// areaDoc documents the package of an area.
func areaDoc(a *catalog.Area) comment {
	return doc("Package "+a.Package+" holds the client and the server of the area "+a.Name+".",
		a.Description, "[NewClient] calls the service and [NewHandler] serves it.")
}

// rootClient emits the file of the client of all areas.
func rootClient(c *catalog.Catalog, cfg Config) []jen.Code {
	server := ""
	if len(c.Servers) > 0 {
		server = c.Servers[0].URL
	}
	client := areaStruct(c, "Client", "Client calls the service, area by area. It is safe for "+
		"concurrent use.",
		func(a *catalog.Area) jen.Code { return jen.Op("*").Add(nameInArea(a, cfg, "Client")) })
	clients := areaFields(c, func(a *catalog.Area) jen.Code {
		return jen.Id(a.GoName).Op(":").Add(nameInArea(a, cfg,
			"NewClientWithCaller")).Call(jen.Id("caller"))
	})
	code := []jen.Code{generationCheck(), client, newClient(c.Auth, server), clientWithCaller(lines("{}", spaced(clients)))}
	if c.Failure != nil && c.Failure.Shape() != nil && c.Failure.Shape().IsShared() {
		code = append(code, failureOf(c.Failure.Shape().GoName))
	}
	return code
}

// failureOf emits the function that returns the failure of most operations. Its type needs no name in
// this package, which might be taken:
//
//	// FailureOf returns the failure in the error of a call, as [api.FailureOf] does. Each area names
//	// its type LookupError.
//	func FailureOf(err error) (*shared.LookupError, bool) { return api.FailureOf[shared.LookupError](err) }
func failureOf(goName string) jen.Code {
	typ := func() *jen.Statement { return jen.Qual(sharedPath, goName) }
	return doc("FailureOf returns the failure in the error of a call, as [api.FailureOf] does. " +
		"Each area names its type " + goName + ".").attach(
		jen.Func().Id("FailureOf").Params(jen.Err().Error()).Params(jen.Op("*").Add(typ()), jen.Bool()).
			Add(braces(jen.Return(apiName("FailureOf").Index(typ()).Call(jen.Err())))))
}

// areaFields emits a field for each area, sorted by name.
func areaFields(c *catalog.Catalog, emit func(*catalog.Area) jen.Code) []jen.Code {
	fields := declarations{}
	for _, a := range c.Areas {
		fields[a.GoName] = emit(a)
	}
	return fields.sorted()
}

// nameInArea returns a name in the package of an area: claims.Client.
func nameInArea(a *catalog.Area, cfg Config, name string) *jen.Statement {
	return jen.Qual(path.Join(cfg.Import, a.Package), name)
}

// areaStruct emits a struct with a field for each area:
//
//	// Services holds the services of all areas. If a field is nil, the operations of its area
//	// respond with status 501.
//	type Services struct {
//		Claims claims.Service
//
//		Contacts contacts.Service
//	}
func areaStruct(c *catalog.Catalog, name, about string, fieldType func(*catalog.Area) jen.Code) jen.Code {
	fields := areaFields(c,
		func(a *catalog.Area) jen.Code { return jen.Id(a.GoName).Add(fieldType(a)) })
	return doc(about).attach(jen.Type().Id(name).Struct(spaced(fields)...))
}

// rootServer emits the file of the server of all areas.
func rootServer(c *catalog.Catalog, cfg Config) []jen.Code {
	about := "Services holds the services of all areas. If a field is nil, the operations of " +
		"its area respond with status 501."
	services := areaStruct(c, "Services", about,
		func(a *catalog.Area) jen.Code { return nameInArea(a, cfg, "Service") })
	return []jen.Code{services, rootRoutes(c, cfg), newHandler("services", "Services")}
}

// rootRoutes emits the function that returns the routes of all areas:
//
//	// Routes returns the routes of services.
//	func Routes(services Services) []api.Route {
//		return slices.Concat(
//			claims.Routes(services.Claims),
//			contacts.Routes(services.Contacts),
//		)
//	}
func rootRoutes(c *catalog.Catalog, cfg Config) jen.Code {
	areas := areaFields(c, func(a *catalog.Area) jen.Code {
		return nameInArea(a, cfg, "Routes").Call(jen.Id("services").Dot(a.GoName))
	})
	return doc("Routes returns the routes of services.").attach(
		jen.Func().Id("Routes").Params(jen.Id("services").Id("Services")).Index().Add(apiName("Route")).
			Block(jen.Return(jen.Qual("slices", "Concat").Add(lines("()", areas)))))
}

// rootFake emits the file of the client of all areas for tests.
func rootFake(*catalog.Catalog, Config) []jen.Code {
	return []jen.Code{newFakeClient("services", "Services",
		"The Fake of each area records its calls.")}
}
