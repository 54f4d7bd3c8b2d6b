import {
  createRpc,
  createServerClient,
  payEvm,
  payOrders,
  readEvmSettings,
  runProgram,
  watchEvm,
} from './chain/door.ts'
import { sayRefusal } from './platform/startRefusal.ts'

/** Tells a server of payments that a node of Ethereum’s kind sees, and pays what it hands over, until it is told to stop. */
function main(): void {
  const { payoutKey: key, ...settings } = readEvmSettings(process.env)
  const [rpc, tell] = [createRpc(settings.rpc), createServerClient(settings)]
  const pays = { ...settings, rpc, tell, file: settings.payoutFile, now: Date.now }
  const paying = key === null ? null : payOrders(tell, payEvm({ ...pays, key }))
  runProgram(watchEvm({ ...settings, rpc, tell, paying }), settings)
}

await sayRefusal(main)
