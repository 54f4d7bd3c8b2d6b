/** What stops the set-up and is the reader's to mend: one sentence, and what a tool said as its detail. */
export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {string} [detail]
   */
  constructor(sentence, detail = '') {
    super(sentence)
    this.detail = detail
  }
}

/**
 * The sentence for a failure of the disk or of its rights, else `otherwise`.
 * @param {string} text what the system or a tool said
 * @param {string} otherwise
 */
export function sentenceFor(text, otherwise) {
  if (/ENOSPC|no space left/i.test(text)) return 'The disk is full: free about 2 GB and start again.'
  if (/EACCES|EPERM|EROFS|permission denied/i.test(text))
    return 'There is no write permission for this folder: give it to the user who runs Truemark, or copy the folder to a place of theirs.'
  return otherwise
}

/**
 * Runs a set-up and turns its failure into one sentence on stderr and exit code 1.
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it went well
 */
export async function runOrExplain(work) {
  try {
    await work()
    return true
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    if (error instanceof Refusal && error.detail !== '') console.error(error.detail.trimEnd())
    console.error(error instanceof Refusal ? text : sentenceFor(text, `Truemark could not start: ${text}`))
    process.exitCode = 1
    return false
  }
}
