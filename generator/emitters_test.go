package generator

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
)

// emitted is what emitters make of the fixtures, by their names.
func emitted() map[string][]jen.Code {
	request, _ := sample.Request(getClaim, sample.Minimal)
	getPlan, newPlan := plan.Request(getClaim), plan.Request(newContact)
	group := plan.Request(listContacts).Send[0].(plan.Group)
	emails, kind := newContact.Request.Fields[1], newContact.Request.Fields[2]
	emailType, grid, byName := emailEntry.Fields[0], items.Field("grid"), items.Field("emails")
	search := cursors.Operations[4]
	one := func(code ...jen.Code) []jen.Code { return code }
	return map[string][]jen.Code{
		"callStatement": one(callStatement(getClaim, objectOf(request))),

		"generationCheck":  one(generationCheck()),
		"operationVar":     one(operationVar(getClaim)),
		"newClient":        one(newClient(nil, "")),
		"clientWithCaller": one(clientWithCaller(braces(jen.Id("caller").Op(":").Id("caller")))),
		"doDecoding": one(doDecoding(report,
			wireName("Begin").Call(jen.Id("c").Dot("caller"), opVar(report), jen.Id("opts")), jen.Id("req"))),
		"clientMethod": one(clientMethod(newContact)),

		"decodeMethod":    one(decodeMethod(newContact.Response)),
		"marshalMethod":   one(marshalMethod("r", "EmailEntry", jen.Id("r").Dot("AppendJSON").Call(jen.Nil()), jen.Nil())),
		"unmarshalMethod": one(unmarshalMethod("r", "EmailEntry", "DecodeRecord", jen.Id("r"), decoder(emailEntry))),
		"isEmptyMethod":   one(isEmptyMethod(emailEntry)),

		"codesOption": one(codesOption(contacts, []string{"email_type"})),
		"codesMethod": one(codesMethod(newPlan)),
		"setCodes":    one(setCodes(emailType)),
		"anyOf":       one(anyOf(group)),

		"decodeRequest":  one(decodeRequest(getClaim, newChecked())),
		"decodeResponse": one(decodeResponse(newContact)),
		"decodeRecord":   one(decodeRecord(emailEntry)),
		"decodeMember":   one(decodeMember(getClaim.Request.Fields[0])),
		"fillIn":         one(fillIn(plan.FieldStep(kind))),

		"appendRequest":  one(appendRequest(getClaim)),
		"appendRecord":   one(appendRecord(emailEntry)),
		"appendResponse": one(appendResponse(newContact)),
		"appendLenient":  one(appendLenient(report.Response.Shape)),
		"appendMembers":  one(appendResponse(report)),
		"appendFunc":     one(appendFunc(new(catalog.Shape), "Folder", "the record", true, objectBody(new(catalog.Shape), nil)...)),
		"appendStep":     one(appendStep(group)),
		"appendMember":   one(appendMember(plan.FieldStep(emailType))),
		"appendNullable": one(appendMember(plan.FieldStep(phone))),
		"appendRecords":  one(appendRecords(emails)),

		"fakeType":      one(fakeType(claims)),
		"newFakeClient": one(newFakeClient("svc", "Service", "A [Fake] records its calls.")),
		"fakeMethod":    one(fakeMethod(getClaim)),

		"itemReader":    one(itemReader(grid.Type.Elem)),
		"wholeValue":    one(wholeValue(&catalog.Field{Name: "items", GoName: "Items", Type: grid.Type.Elem})),
		"itemAppender":  one(itemAppender(grid, grid.Type.Elem)),
		"composedCheck": one(composedCheck(byName, fieldExpr(byName))),
		"itemCoder":     one(itemCoder(byName.Type)),

		"authOf":      one(authOf(findPost)),
		"envelopeVar": envelopeVar(posts),
		"outcomes":    one(apiName("Operation").Add(braces(outcomes(findPost)...))),

		"pagesMethod": one(pagesMethod(listContacts)),
		"cursorPages": one(pagesMethod(cursors.Operations[2])),
		"keysetPages": one(pagesMethod(cursors.Operations[7])),
		"itemsFunc":   one(jen.Id("_").Op("=").Add(itemsFunc(search, search, search.Pagination.At, apiName("Received"), jen.Id("res").Dot("Received")))),

		"constants":      one(constants(contactType)),
		"variantAliases": one(variantAliases(metadata)),
		"failureOf":      one(failureOf("LookupError")),
		"alias":          one(alias("EmailEntry", "a record", emailEntry.Description, config)),
		"areaStruct":     one(rootServer(fixed, config)[0]),
		"rootRoutes":     one(rootRoutes(fixed, config)),

		"serviceType":         one(serviceType(claims)),
		"unimplementedType":   one(unimplementedType()),
		"unimplementedMethod": one(unimplementedMethod(getClaim)),
		"routes":              one(routes(claims)),
		"newAreaHandler":      one(newAreaHandler()),
		"newHandler":          one(newHandler("services", "Services")),

		"requestType":  one(requestType(getClaim)),
		"sharedType":   one(sharedType(flushCache)),
		"responseType": one(responseType(newContact)),
		"recordType":   one(recordType(emailEntry)),
		"enumType":     one(enumType(contactType)),
		"printers":     one(printers("EmailEntry")),

		"unionType":        one(unionType(metadata)),
		"variantInterface": one(variantInterface(metadata)),
		"variantType":      one(variantType(metadata, variants(metadata)[1])),
		"unmarshalVariant": one(unmarshalVariant(labeled, variants(labeled)[0])),
		"appendUnion":      one(appendUnion(metadata)),
		"decodeUnion":      one(decodeUnion(metadata)),
		"unionVariants":    one(unionVariants(metadata)),
		"variantsMethod":   one(variantsMethod(metadata)),
		"validateUnion":    one(validateUnion(metadata, newChecked())),
		"unionCodes":       one(unionCodes(metadata)),

		"validateMethod":  one(validateMethod(getClaim, newChecked().request(getPlan))),
		"validateRequest": one(validateRequest(getClaim, newChecked().request(getPlan))),
		"validateRecord":  one(validateRecord(storage.Records[0], newChecked())),
		"fields":          newChecked().fields(newContact.Request, plan.Checks(kind)),
		"itemsCheck":      one(itemsCheck(plan.Checks(emails)[0])),
		"nestedCheck":     one(nestedCheck(emails, jen.Id("i"), emailEntry, fieldExpr(emails).Index(jen.Id("i")), false)),
		"valuesMethod":    one(valuesMethod(contactType)),
		"listedMethod":    one(listedMethod(contactType)),
		"enumValues":      one(enumValues(contactType)),

		"recordMethod": one(recordMethod(getClaim)),
		"vectorTest":   one(vectorTests(claims, someVectors)[1]),
		"vectorTable":  one(vectorTable(getClaim, someVectors[getClaim])),
	}
}

// An emitter shows the Go that it emits in the comment above itself, and that is what it
// makes of the fixtures.
func TestEmittersShowWhatTheyEmit(t *testing.T) {
	made, shown := emitted(), 0
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || codeBlock(fn.Doc) == "" {
				continue
			}
			shown++
			require.Contains(t, made, fn.Name.Name, "the emitter is not tested")
			var code strings.Builder
			for _, c := range made[fn.Name.Name] {
				fmt.Fprintf(&code, "%#v\n", stacked("", jen.Line(), c)) // as in a file
			}
			require.Equal(t, strings.TrimSpace(code.String()), codeBlock(fn.Doc), "%s emits other Go than its comment shows", fn.Name.Name)
		}
	}
	require.Len(t, made, shown, "an emitter of the table shows no Go")
}

// codeBlock is the indented part of a comment.
func codeBlock(comment *ast.CommentGroup) string {
	if comment == nil {
		return ""
	}
	var lines []string
	for _, c := range comment.List {
		switch line := strings.TrimPrefix(c.Text, "//"); {
		case strings.HasPrefix(line, "\t"):
			lines = append(lines, line[1:])
		case lines != nil:
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
