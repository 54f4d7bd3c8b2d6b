/** A number as a cell may begin with a minus; nothing else may look like the start of a formula. */
const plainNumber = /^-?[0-9]+(?:\.[0-9]+)?$/
// their full-width twins begin one too, and so does what stands behind white space
const formulaStart = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** One cell of a CSV file: quoted where it must be, and never a formula to a spreadsheet. */
export function csvCell(text: string): string {
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One row of a CSV file, with its end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** What Excel needs to read a file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** A moment in ISO 8601, UTC, to the millisecond. */
export function isoTime(time: number): string {
  return new Date(time).toISOString()
}
