import { expect, it } from 'vitest'
import { platformOf } from './platform.ts'

it('tells the instructions that fit a device', () => {
  expect(platformOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 5)).toBe('ios')
  expect(platformOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', 5)).toBe('ios')
  expect(platformOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', 0)).toBe('desktop')
  expect(platformOf('Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/139', 5)).toBe('android')
  expect(platformOf('Mozilla/5.0 (X11; Linux x86_64) Chrome/139', 0)).toBe('desktop')
})
