import {
  createRpc,
  createServerClient,
  payBitcoin,
  payOrders,
  readBitcoinSettings,
  runProgram,
  watchBitcoin,
} from './chain/door.ts'
import { sayRefusal } from './platform/startRefusal.ts'

/** Tells a server of payments that a node of Bitcoin’s kind sees, and pays what it hands over, until it is told to stop. */
function main(): void {
  const { payoutRpc, rpc, ...settings } = readBitcoinSettings(process.env)
  const tell = createServerClient(settings)
  const pays = { ...settings, tell, file: settings.payoutFile, now: Date.now }
  const paying = payoutRpc === '' ? null : payOrders(tell, payBitcoin({ ...pays, rpc: createRpc(payoutRpc) }))
  runProgram(watchBitcoin({ ...settings, rpc: createRpc(rpc), tell, paying }), settings)
}

await sayRefusal(main)
