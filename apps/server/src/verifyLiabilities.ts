import { readSaved, say } from './savedFile.ts'
import { checkLiabilities } from './transparency/liabilitiesCheck.ts'

// Checks a proof of one's own balances that was saved from the page of what is owed, without network or database, and
// exits with 1 where something does not hold: npm run verify-liabilities -- <file> [published key] [a later file]
const [path, ...more] = process.argv.slice(2)
const key = more.find((one) => /^[0-9a-f]{64}$/i.test(one)) ?? null
const laterPath = more.find((one) => one !== key)
const text = readSaved(path)
const later = laterPath === undefined ? null : readSaved(laterPath)
const isMissing = text === null || (laterPath !== undefined && later === null)
process.exitCode = isMissing ? 1 : checkLiabilities(text, key, later, say)
