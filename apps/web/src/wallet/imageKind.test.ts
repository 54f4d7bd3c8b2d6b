import { expect, it } from 'vitest'
import { imageKindOf } from './imageKind.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

it.each([
  ['\x89PNG\r\n\x1a\n....', 'png'],
  ['GIF89a....', 'gif'],
  ['\xff\xd8\xff\xe0....', 'jpg'],
  ['<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="x">', 'svg'],
  ['\0\0\0\x18ftypheic', 'file_heic'],
  ['\0\0\0\x18ftypavif', 'file_type_invalid'],
  ['%PDF-1.7', 'file_type_invalid'],
  ['<html><svg>', 'file_type_invalid'],
  ['', 'file_empty'],
])('tells what an image is by its head: %j', (head, kind) => {
  expect(imageKindOf(bytes(head))).toBe(kind)
})
