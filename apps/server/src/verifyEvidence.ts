import { readSaved, say } from './savedFile.ts'
import { checkEvidence } from './transparency/evidenceCheck.ts'
import { ownKeysOf } from './transparency/signerChain.ts'

// Checks an evidence file that was saved from the page of a settlement, without network or database, and exits with 1
// where something does not hold: npm run verify-evidence -- <file> [published key] [saved list of keys]
const [path, ...more] = process.argv.slice(2)
const text = readSaved(path)
const own = ownKeysOf(more, readSaved)
process.exitCode = text === null || own === null ? 1 : await checkEvidence(text, own, say)
