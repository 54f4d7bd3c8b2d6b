import { uuidV7 } from '@truemark/protocol/uuidV7'
import { serverNow } from '@truemark/ui/device/serverTime'

/**
 * A key that nothing else bears, dated by the server's time: under it something happens once, however often it is sent.
 * Made of random bytes alone, since the browser's own way is missing at an address of plain http.
 */
export function newKey(now = serverNow()): string {
  return uuidV7(now, crypto.getRandomValues(new Uint8Array(16)))
}
