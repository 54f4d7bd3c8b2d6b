declare module 'subset-font' {
  /** Makes a font of the glyphs that `text` needs; `variationAxes` pins the axes of a variable one. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { readonly targetFormat: 'sfnt'; readonly variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Buffer>
}
