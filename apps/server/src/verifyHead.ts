import { readSaved, say } from './savedFile.ts'
import { checkHeads } from './transparency/headCheck.ts'
import { ownKeysOf } from './transparency/signerChain.ts'

// Checks a mail with a signed head that was saved, or what was copied out of one, without network or database, and exits
// with 1 where it is not signed: npm run verify-head -- <file> [published key] [saved list of keys]
const [path, ...more] = process.argv.slice(2)
const text = readSaved(path)
const own = ownKeysOf(more, readSaved)
process.exitCode = text === null || own === null ? 1 : await checkHeads(text, own, say)
