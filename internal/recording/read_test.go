package recording

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsCutOffLosesItsLastLineOnly(t *testing.T) {
	body := `{"contact_id":"x"}`
	file := record(t, nil, body, body, body).String()
	header := strings.Index(file, "\n") + 1
	for end := header; end < len(file); end++ {
		all, info := exchanges(t, file[:end])
		whole := strings.Count(file[:end], "\n") - 1
		switch rest := file[strings.LastIndex(file[:end], "\n")+1 : end]; {
		case rest == "":
			require.Zero(t, info.Skipped)
		case strings.HasPrefix(file[end:], "\n"):
			whole++ // all but the line break is there
			require.Zero(t, info.Skipped)
		default:
			require.Equal(t, 1, info.Skipped, rest)
		}
		require.Len(t, all, whole)
	}
}

func TestACompressedRecordingIsReadAsFarAsItGoes(t *testing.T) {
	file := record(t, nil, "1", "2", "3")
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, err := io.Copy(w, file)
	require.NoError(t, err)
	require.NoError(t, w.Flush())
	open := zipped.String()
	require.NoError(t, w.Close())
	all, info := exchanges(t, zipped.String())
	require.Len(t, all, 3)
	require.Zero(t, info.Skipped)
	all, info = exchanges(t, open)
	require.Len(t, all, 3)
	require.Equal(t, 1, info.Skipped)
	all, info = exchanges(t, open[:len(open)-15])
	require.Less(t, len(all), 3)
	require.Equal(t, 2, info.Skipped, "a line, and the end")
	all, _ = exchanges(t, zipped.String()+zipped.String())
	require.Len(t, all, 6)
}

func TestWhatIsBeforeDamageIsRead(t *testing.T) {
	for _, end := range []func(*gzip.Writer) error{(*gzip.Writer).Flush, (*gzip.Writer).Close} {
		var zipped bytes.Buffer
		z := gzip.NewWriter(&zipped)
		z.Write(record(t, nil, "1", "2").Bytes())
		require.NoError(t, end(z))
		zipped.WriteString(strings.Repeat("\xff", 20))
		all, info := exchanges(t, zipped.String())
		require.Len(t, all, 2)
		require.Equal(t, 1, info.Skipped)
	}
}

func TestRecordingsStandBehindEachOther(t *testing.T) {
	one, two := record(t, nil, "1", "2").String(), record(t, nil, "3").String()
	all, _ := exchanges(t, one+two)
	require.Len(t, all, 3)
	first := all[0].Recording
	require.NotEmpty(t, first)
	require.Equal(t, first, all[1].Recording)
	require.NotEqual(t, first, all[2].Recording)
	require.Regexp(t, `^20\d\d-\d\d-\d\d$`, all[2].Day)

	all, info := exchanges(t, one[:len(one)-9]+two)
	require.Len(t, all, 2, "a program was killed within a line")
	require.Equal(t, first, all[0].Recording)
	require.NotEqual(t, first, all[1].Recording)
	require.Equal(t, 1, info.Skipped)
}

func TestLinesThatCannotBeReadAreSkipped(t *testing.T) {
	file := record(t, nil, "1", "2").String()
	header, rest, _ := strings.Cut(file, "\n")
	all, info := exchanges(t, header+"\n\nnonsense\n{\"operation\":7}\n"+rest+"\r\n")
	require.Len(t, all, 2)
	require.Equal(t, 2, info.Skipped)
	_, err := Read(strings.NewReader(header+"\n"+strings.Repeat("x", maxLine+9)), nil)
	require.EqualError(t, err, "line 2: not a recording, the line is longer than 4 MiB")
}

func TestLinesWithValuesOfOtherTypesAreSkipped(t *testing.T) {
	header, _, _ := strings.Cut(record(t, nil).String(), "\n")
	with := func(member string) int {
		_, info := exchanges(t, header+"\n"+`{"operation":"a.b",`+member+`,"request":{"seen":1},"keys":{}}`+"\n")
		return info.Skipped
	}
	require.Zero(t, with(`"status":200`))
	for _, member := range []string{
		`"operation":7`, `"status":"200"`, `"status":-1`, `"status":0.5`, `"success":"true"`, `"request":[]`, `"response":{"members":{"a":{"null":-1}}}`, `"unreadable":{}`, `"keys":[]`,
		`"response":{"seen":"1"}`, `"response":{"formats":{}}`, `"response":{"many":1}`, `"response":{"lengths":{"1":true}}`, `"response":{"members":{"a":1}}`,
	} {
		require.Equal(t, 1, with(member), member)
	}
}

func TestARecordingMayBeginWithAMark(t *testing.T) {
	all, info := exchanges(t, "\ufeff"+strings.ReplaceAll(record(t, nil, "1", "2").String(), "\n", "\r\n"))
	require.Len(t, all, 2)
	require.Zero(t, info.Skipped)
}

func TestOtherFilesAreRefused(t *testing.T) {
	for file, want := range map[string]string{
		"":                      "line 1: not a recording, it is empty; gen record and api.WithRecorder write recordings",
		"openapi: 3.1.0\n":      "line 1: not a recording: expected a header like {\"opgen\":\"recording\",\"version\":1,...}; gen record and api.WithRecorder write recordings",
		`{"operation":"a.b"}`:   "line 1: not a recording: expected a header like {\"opgen\":\"recording\",\"version\":1,...}; gen record and api.WithRecorder write recordings",
		"{\"opgen\":\"recordi":  "line 1: not a recording: expected a header like {\"opgen\":\"recording\",\"version\":1,...}; gen record and api.WithRecorder write recordings",
		"\x1f\x8b is not gzip?": "not a recording: gzip: invalid header",
		`{"opgen":"recording","version":2,"id":"x","day":"2026-11-22"}`: "line 1: the recording has version 2, but this gen reads version 1; use the gen that wrote it, or a newer one",
	} {
		_, err := Read(strings.NewReader(file), func(Exchange) error { return nil })
		require.EqualError(t, err, want)
	}
	stop := errors.New("stop")
	_, err := Read(record(t, nil, "1", "2"), func(Exchange) error { return stop })
	require.ErrorIs(t, err, stop)
}
