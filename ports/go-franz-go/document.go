package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// document is a struct with the fields that the version has.
func (s shape) document(of reflect.Value, path []int) map[string]any {
	all := map[string]any{}
	for i := range of.NumField() {
		name, here := of.Type().Field(i).Name, slices.Concat(path, []int{i})
		if name == "Version" && path == nil {
			continue
		}
		if name == "UnknownTags" {
			tags := of.Field(i).Addr().Interface().(*kmsg.Tags)
			if tags.Len() > 0 {
				list := []any{}
				tags.Each(func(tag uint32, data []byte) {
					list = append(list, map[string]any{"tag": tag, "data": hex.EncodeToString(data)})
				})
				all[unknown] = list
			}
		} else if s.has(here) {
			all[kafkasName(of.Type(), name)] = s.plain(of.Field(i), here)
		}
	}
	return all
}

func (s shape) plain(field reflect.Value, path []int) any {
	switch field.Kind() {
	case reflect.Pointer:
		if field.IsNil() {
			return nil
		}
		return s.plain(field.Elem(), path)
	case reflect.Struct:
		return s.document(field, path)
	case reflect.Slice:
		if field.IsNil() && s.nullable(path) {
			return nil
		}
		if field.Type().Elem().Kind() == reflect.Uint8 {
			return hex.EncodeToString(field.Bytes())
		}
		list := []any{}
		for i := range field.Len() {
			list = append(list, s.plain(field.Index(i), path))
		}
		return list
	case reflect.Array:
		return base64.RawURLEncoding.EncodeToString(field.Slice(0, field.Len()).Bytes())
	case reflect.Float64:
		return fmt.Sprintf("%016x", math.Float64bits(field.Float()))
	case reflect.Int64:
		return strconv.FormatInt(field.Int(), 10)
	case reflect.Bool, reflect.String:
		return field.Interface()
	case reflect.Uint16:
		return field.Uint()
	}
	return field.Int() // enumerations, too, which would be written by their names
}
