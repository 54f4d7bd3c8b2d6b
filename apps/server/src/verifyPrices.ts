import { statSync } from 'node:fs'
import { ExportFault, drawSeconds } from './export/door.ts'
import { type NamedPrice, openPriceHistory } from './market/door.ts'
import { SteadyClock } from './platform/clock.ts'
import { readSaved, say } from './savedFile.ts'
import { checkPrices } from './transparency/pricesCheck.ts'
import { namedInFile, namedOf } from './transparency/namedPrices.ts'

const secondsDefault = 30
const secondsMax = 1_000

// Compares the prices of an evidence file, or of seconds drawn from an export, with the exchanges' own public history; needs
// the network. Exits with 1 where one stands apart, with 2 where none can be told:
// npm run verify-prices -- <evidence file | folder of an export> [--seconds 30]
const [path, ...more] = process.argv.slice(2)
const named = await namedAt(path)
const history = openPriceHistory(new SteadyClock())
process.exitCode = named === null ? 1 : await checkPrices(named, history, say)
history.stop()

async function namedAt(place: string | undefined): Promise<readonly NamedPrice[] | null> {
  const isFolder = place !== undefined && (statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false)
  if (isFolder) return drawn(place)
  const text = readSaved(place)
  if (text === null) return null
  const found = namedInFile(text)
  if (found === null) say('Fails: This is no evidence file.')
  else if (found.length === 0) say('It names no prices of live sources. Those of a second stand in an export.')
  return found
}

async function drawn(folder: string): Promise<readonly NamedPrice[] | null> {
  const asked = more.includes('--seconds') ? Number(more[more.indexOf('--seconds') + 1]) : secondsDefault
  if (!Number.isInteger(asked) || asked < 1 || asked > secondsMax) {
    say(`Name from 1 to ${secondsMax} seconds.`)
    return null
  }
  try {
    const seconds = await drawSeconds(folder, asked, Math.random)
    return seconds.flatMap(({ symbol, said }) => namedOf(symbol, said))
  } catch (error) {
    if (!(error instanceof ExportFault)) throw error
    say(`The export does not verify: ${error.message}.`)
    return null
  }
}
