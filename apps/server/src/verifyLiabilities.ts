import { readFileSync } from 'node:fs'
import { checkLiabilities } from './transparency/liabilitiesCheck.ts'

// Checks a proof of one's own balances that was saved from the page of what is owed, without network or database, and
// exits with 1 where something does not hold: npm run verify-liabilities -- <file> [published key] [a later file]
const [path, ...more] = process.argv.slice(2)
const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`)
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    say(`${file} cannot be read.`)
    return null
  }
}

const key = more.find((one) => /^[0-9a-f]{64}$/i.test(one)) ?? null
const laterPath = more.find((one) => one !== key)
if (path === undefined) say('Name the file to be checked.')
const text = path === undefined ? null : textOf(path)
const later = laterPath === undefined ? '' : textOf(laterPath)
process.exitCode = text === null || later === null ? 1 : checkLiabilities(text, key, later === '' ? null : later, say)
