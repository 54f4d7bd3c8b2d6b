import { readFileSync } from 'node:fs'
import { checkEvidence } from './transparency/evidenceCheck.ts'

// Checks an evidence file that was saved from the page of a settlement, without network or database, and exits with 1
// where something does not hold: npm run verify-evidence -- <file> [published key]
const [path, key] = process.argv.slice(2)
const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`)
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const text = path === undefined ? null : textOf(path)
if (text === null) say(path === undefined ? 'Name the file to be checked.' : `${path} cannot be read.`)
process.exitCode = text === null ? 1 : await checkEvidence(text, key ?? null, say)
