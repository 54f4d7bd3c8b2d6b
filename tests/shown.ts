/** Whether a file has a test of that title, as it is written there. */
export function hasTest(source: string, title: string): boolean {
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some(
    (text) => source.includes(`(${text}`) || isOnItsOwn(source, text),
  )
}

// a long title stands on the line after the call
function isOnItsOwn(source: string, text: string): boolean {
  return source.split('\n').some((line) => line.trim() === `${text},`)
}
