/** A typed figure without the zeros at its end, as the wire takes it. */
export function plainText(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
