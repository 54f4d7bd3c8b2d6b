import { readSaved, say } from './savedFile.ts'
import { checkLiabilities } from './transparency/liabilitiesCheck.ts'
import { isKeyList, ownKeysOf } from './transparency/signerChain.ts'

// Checks a proof of one's own balances that was saved from the page of what is owed, without network or database, and
// exits with 1 where something does not hold: npm run verify-liabilities -- <file> [published key] [a later file] [saved
// list of keys]
const [path, ...more] = process.argv.slice(2)
const text = readSaved(path)
const texts = new Map(more.filter((one) => !/^[0-9a-f]{64}$/i.test(one)).map((one) => [one, readSaved(one)]))
const lists = [...texts].filter(([, one]) => one !== null && isKeyList(one)).map(([name]) => name)
const [later] = [...texts].filter(([name]) => !lists.includes(name)).map(([, one]) => one)
const own = ownKeysOf(
  more.filter((one) => !texts.has(one) || lists.includes(one)),
  (name) => texts.get(name) ?? null,
)
const isMissing = text === null || own === null || later === null
process.exitCode = isMissing ? 1 : await checkLiabilities(text, own, later ?? null, say)
