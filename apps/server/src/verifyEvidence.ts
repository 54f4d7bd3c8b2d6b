import { readSaved, say } from './savedFile.ts'
import { checkEvidence } from './transparency/evidenceCheck.ts'

// Checks an evidence file that was saved from the page of a settlement, without network or database, and exits with 1
// where something does not hold: npm run verify-evidence -- <file> [published key]
const [path, key] = process.argv.slice(2)
const text = readSaved(path)
process.exitCode = text === null ? 1 : await checkEvidence(text, key ?? null, say)
