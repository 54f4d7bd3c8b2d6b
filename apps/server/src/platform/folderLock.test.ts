import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockFolder } from './folderLock.ts'
import { processStart } from './processIdentity.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truemark-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('is held by one at a time and leaves nothing behind', () => {
  const first = lockFolder(folder, 'lock')
  expect(first.taken).toBe(true)
  expect(lockFolder(folder, 'lock')).toEqual({ taken: false, holder: process.pid })
  if (first.taken) first.release()
  expect(readdirSync(folder)).toEqual([])
  expect(lockFolder(folder, 'lock').taken).toBe(true)
})

it('is taken over from a process that was killed', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'])
  const pid = child.pid ?? 0
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid, start: processStart(pid) }))
  expect(lockFolder(folder, 'lock')).toEqual({ taken: false, holder: pid })
  const gone = new Promise((resolve) => child.on('close', resolve))
  child.kill('SIGKILL')
  await gone
  expect(lockFolder(folder, 'lock').taken).toBe(true)
})

it('is taken over where another process has the same id by now, or the file is garbage', () => {
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, start: 'an earlier one' }))
  expect(lockFolder(folder, 'lock').taken).toBe(true)
  writeFileSync(join(folder, 'lock'), '')
  expect(lockFolder(folder, 'lock').taken).toBe(true)
})
