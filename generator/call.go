package generator

import (
	"bytes"
	"fmt"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
)

// Call returns Go code that calls an operation with a request. The code imports the area's
// package and belongs in a function with a context ctx and a client of all areas.
func Call(op *catalog.Operation, request *sample.Record) (string, error) {
	return CallWith(op, objectOf(request))
}

// CallWith is [Call] for a request as it is sent, whose values are of the types of its fields.
func CallWith(op *catalog.Operation, request vectors.Object) (string, error) {
	f := jen.NewFilePath("caller")
	f.ImportName("", op.Area.Package)
	f.ImportNames(runtimeNames)
	var b bytes.Buffer
	if err := jen.Add(callStatement(op, request)).RenderWithFile(&b, f); err != nil {
		return "", fmt.Errorf("%s: the example is not Go, which is a defect of the generator: %w",
			op, err)
	}
	return b.String(), nil
}

// callStatement emits a call of an operation with the client of all areas:
//
//	res, err := client.Claims.GetClaim(ctx, &GetClaimRequest{
//		ClaimID: new("some claim_id"),
//	})
func callStatement(op *catalog.Operation, request vectors.Object) jen.Code {
	literal := jen.Op("&").Add(localName(op.Request.GoName),
		lines("{}", structMembers(op.Request, request)))
	return jen.List(jen.Id("res"), jen.Err()).Op(":=").
		Id("client").Dot(op.Area.GoName).Dot(op.GoName).Call(jen.Id("ctx"), literal)
}
