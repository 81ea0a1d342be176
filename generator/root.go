package generator

import "example.com/opgen/internal/catalog"

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
func rootClient(c *catalog.Catalog) []string {
	server := ""
	if len(c.Servers) > 0 {
		server = c.Servers[0].URL
	}
	fields := perArea(c, func(a *catalog.Area) string { return a.GoName + " *" + areaPrefix + a.Package + ".Client" })
	clients := perArea(c, func(a *catalog.Area) string {
		return a.GoName + ": " + areaPrefix + a.Package + ".NewClientWithCaller(caller)"
	})
	return []string{
		generation(),
		doc("Client calls the service, area by area. It is safe for concurrent use.") +
			"type Client struct " + block(apart(fields)...),
		newClient(c.Auth, server),
		newClientWithCaller + block("return &Client"+lines("{}", apart(clients))),
	}
}

// perArea emits a line for each area, sorted by name.
func perArea(c *catalog.Catalog, emit func(*catalog.Area) string) []string {
	var rows []declaration
	for _, a := range c.Areas {
		rows = append(rows, declaration{a.GoName, emit(a)})
	}
	return sorted(rows)
}

// rootServer emits the file of the server of all areas.
func rootServer(c *catalog.Catalog) []string {
	fields := perArea(c, func(a *catalog.Area) string { return a.GoName + " " + areaPrefix + a.Package + ".Service" })
	routes := perArea(c, func(a *catalog.Area) string {
		return areaPrefix + a.Package + ".Routes(services." + a.GoName + ")"
	})
	return []string{
		doc("Services holds the services of all areas. If a field is nil, the operations of its area respond with status 501.") +
			"type Services struct " + block(apart(fields)...),
		doc("Routes returns the routes of services.") +
			"func Routes(services Services) []api.Route " + block("return slices.Concat"+lines("()", routes)),
		newHandler("services", "Services"),
	}
}

// rootFake emits the file of the client of all areas for tests.
func rootFake(*catalog.Catalog) []string {
	return []string{newFakeClient("services", "Services", "The Fake of each area records its calls.")}
}
