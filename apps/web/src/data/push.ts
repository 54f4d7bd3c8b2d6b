import { pushDevices, pushKey, pushSubscribe, pushUnsubscribe } from '@truemark/protocol/routes/notification'
import { serviceWorkers } from '@truemark/ui/device/serviceWorkers'
import { call } from './api.ts'
import { session, userOf } from './session.ts'
import { localStore } from '@truemark/ui/device/store'

/** Whether pushes reach this browser: it has none, its reader forbids them, or they are off or on for this account. */
export type PushState = 'missing' | 'denied' | 'off' | 'on'

/** Whose pushes this device wants, so that another account never gets them by itself. */
const ownerKey = 'truemark.push'

function uidNow(): string {
  return userOf(session.getState())?.uid ?? ''
}

/** The page's service workers, where pushes can be had. */
function pushers(): ServiceWorkerContainer | null {
  return 'PushManager' in window && 'Notification' in window ? serviceWorkers() : null
}

async function subscription(): Promise<PushSubscription | null> {
  try {
    const registration = await pushers()?.getRegistration()
    return (await registration?.pushManager.getSubscription()) ?? null
  } catch {
    // The browser forbids it to this page: then there is none.
    return null
  }
}

/** How it stands with pushes on this device for the account in use. */
export async function pushState(): Promise<PushState> {
  if (pushers() === null) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  const isMine = localStore.getItem(ownerKey) === uidNow()
  return isMine && (await subscription()) !== null ? 'on' : 'off'
}

/**
 * Has this device pushed to, after the browser has asked its reader. Gives how it then stands.
 * @throws {ApiError} where the server refuses, a DOMException where the push service does
 */
export async function turnPushOn(hideAmounts: boolean): Promise<PushState> {
  const workers = pushers()
  if (workers === null) return 'missing'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const { key } = await call(pushKey, {})
  const registration = await workers.ready
  const known = await registration.pushManager.getSubscription()
  const wanted = bytesOf(key)
  // One that was made under another server's key takes nothing of ours.
  if (known !== null && !isSame(known.options.applicationServerKey, wanted)) await known.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted })
  await tellServer(made, hideAmounts)
  localStore.setItem(ownerKey, uidNow())
  return 'on'
}

/** Whether the push service of this device refuses what is sent to it, so that nothing arrives here. */
export async function isPushRefused(): Promise<boolean> {
  const made = await subscription()
  if (made === null) return false
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(made.endpoint)))
  const digest = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // there are ten at most
  const { items } = await call(pushDevices, { query: {} })
  return items.some((device) => device.digest === digest && device.refused !== null)
}

/** Ends pushes to this device. */
export async function turnPushOff(): Promise<PushState> {
  localStore.removeItem(ownerKey)
  const made = await subscription()
  if (made === null) return pushState()
  await call(pushUnsubscribe, { body: { endpoint: made.endpoint } }).catch(() => undefined)
  await made.unsubscribe()
  return 'off'
}

/** Tells the server anew what it knows of this device: its language, and whether amounts are hidden on it. */
export async function renewPush(hideAmounts: boolean): Promise<void> {
  if ((await pushState()) !== 'on') return
  const made = await subscription()
  if (made !== null) await tellServer(made, hideAmounts).catch(() => undefined)
}

async function tellServer(made: PushSubscription, hideAmounts: boolean): Promise<void> {
  const { endpoint, keys } = made.toJSON()
  await call(pushSubscribe, {
    body: {
      endpoint: endpoint ?? made.endpoint,
      p256dh: keys?.['p256dh'] ?? '',
      auth: keys?.['auth'] ?? '',
      hide_amounts: hideAmounts,
    },
  })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
}

function isSame(kept: ArrayBuffer | null, wanted: Uint8Array): boolean {
  const bytes = new Uint8Array(kept ?? new ArrayBuffer(0))
  return bytes.length === wanted.length && bytes.every((byte, at) => byte === wanted[at])
}
