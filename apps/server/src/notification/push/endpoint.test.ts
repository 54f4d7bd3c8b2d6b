import { expect, it } from 'vitest'
import { isPushEndpoint } from './endpoint.ts'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint, [])).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evil.example/fcm.googleapis.com',
  'https://user:pass@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com@169.254.169.254/latest',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://localhost/abc',
  'https://notify.windows.com.evil.example/',
  'https://evilpush.apple.com/',
  'file:///etc/passwd',
  'no address',
])('%s is none', (endpoint) => {
  expect(isPushEndpoint(endpoint, [])).toBe(false)
})

it('an origin that the operator names is one, exactly as named', () => {
  const origins = ['http://127.0.0.1:4000']
  expect(isPushEndpoint('http://127.0.0.1:4000/push/1', origins)).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:4001/push/1', origins)).toBe(false)
  expect(isPushEndpoint('http://a:b@127.0.0.1:4000/push/1', origins)).toBe(false)
})
