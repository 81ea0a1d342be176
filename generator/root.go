package generator

import (
	"path"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// rootDoc documents the package that combines the areas.
func rootDoc(c *catalog.Catalog) []string {
	return []string{
		"Package " + c.Package + " holds the client and the server of " + c.Title + ", version " + c.Version + ".",
		c.Description,
		"[NewClient] calls the service and [NewHandler] serves it. Each area is a package of its own, " +
			"which can be used alone.",
	}
}

// areaDoc documents the package of an area.
func areaDoc(a *catalog.Area) []string {
	return []string{
		"Package " + a.Package + " holds the client and the server of the area " + a.Name + ".",
		a.Description,
		"[NewClient] calls the service and [NewHandler] serves it.",
	}
}

// rootClient emits the file of the client of all areas.
func rootClient(c *catalog.Catalog, cfg Config) []jen.Code {
	server := ""
	if len(c.Servers) > 0 {
		server = c.Servers[0].URL
	}
	return []jen.Code{generation(), rootClientType(c, cfg), newClient(c.Auth, server), rootClientWithCaller(c, cfg)}
}

// areaFields emits a field for each area, sorted by name.
func areaFields(c *catalog.Catalog, emit func(*catalog.Area) jen.Code) []jen.Code {
	var fields []declaration
	for _, a := range c.Areas {
		fields = append(fields, declaration{a.GoName, emit(a)})
	}
	return sorted(fields)
}

// inArea returns a name in the package of an area: claims.Client.
func inArea(a *catalog.Area, cfg Config, name string) *jen.Statement {
	return jen.Qual(path.Join(cfg.Import, a.Package), name)
}

// rootClientType emits the client of all areas:
//
//	// Client calls the service, area by area. It is safe for concurrent use.
//	type Client struct {
//		Claims *claims.Client
//
//		Contacts *contacts.Client
//	}
func rootClientType(c *catalog.Catalog, cfg Config) jen.Code {
	return doc("Client calls the service, area by area. It is safe for concurrent use.").
		Type().Id("Client").Struct(apart(areaFields(c, func(a *catalog.Area) jen.Code {
		return jen.Id(a.GoName).Op("*").Add(inArea(a, cfg, "Client"))
	}))...)
}

// rootClientWithCaller emits the constructor for clients that share a caller:
//
//	// NewClientWithCaller returns a client that shares caller with other clients.
//	func NewClientWithCaller(caller *api.Caller) *Client {
//		return &Client{
//			Claims: claims.NewClientWithCaller(caller),
//
//			Contacts: contacts.NewClientWithCaller(caller),
//		}
//	}
func rootClientWithCaller(c *catalog.Catalog, cfg Config) jen.Code {
	areas := areaFields(c, func(a *catalog.Area) jen.Code {
		return jen.Id(a.GoName).Op(":").Add(inArea(a, cfg, "NewClientWithCaller")).Call(jen.Id("caller"))
	})
	return doc("NewClientWithCaller returns a client that shares caller with other clients.").
		Func().Id("NewClientWithCaller").Params(jen.Id("caller").Op("*").Add(rt("Caller"))).Op("*").Id("Client").
		Block(jen.Return(jen.Op("&").Id("Client").Add(lines("{}", apart(areas)))))
}

// rootServer emits the file of the server of all areas.
func rootServer(c *catalog.Catalog, cfg Config) []jen.Code {
	return []jen.Code{servicesType(c, cfg), rootRoutes(c, cfg), newHandler("services", "Services")}
}

// servicesType emits the services of all areas:
//
//	// Services holds the services of all areas. If a field is nil, the operations of its area
//	// respond with status 501.
//	type Services struct {
//		Claims claims.Service
//
//		Contacts contacts.Service
//	}
func servicesType(c *catalog.Catalog, cfg Config) jen.Code {
	return doc("Services holds the services of all areas. If a field is nil, the operations of its area respond with status 501.").
		Type().Id("Services").Struct(apart(areaFields(c, func(a *catalog.Area) jen.Code {
		return jen.Id(a.GoName).Add(inArea(a, cfg, "Service"))
	}))...)
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
		return inArea(a, cfg, "Routes").Call(jen.Id("services").Dot(a.GoName))
	})
	return doc("Routes returns the routes of services.").
		Func().Id("Routes").Params(jen.Id("services").Id("Services")).Index().Add(rt("Route")).
		Block(jen.Return(jen.Qual("slices", "Concat").Add(lines("()", areas))))
}

// rootFake emits the file of the client of all areas for tests.
func rootFake(*catalog.Catalog, Config) []jen.Code {
	return []jen.Code{newFakeClient("services", "Services", "The Fake of each area records its calls.")}
}
