import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { builtProgram } from './product.ts'

/** What a built program loads before it does anything: its own parts, and packages of others. */
function loadedBy(program: string): { readonly bytes: number; readonly packages: readonly string[] } {
  const packages = new Set<string>()
  const parts = [join(dirname(builtProgram), program)]
  let bytes = 0
  for (const part of parts) {
    const text = readFileSync(part, 'utf8')
    bytes += text.length
    for (const [, name = ''] of text.matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s)?["']([^"']+)["']/gm)) {
      const path = join(dirname(part), name)
      if (!name.startsWith('.')) packages.add(name)
      else if (!parts.includes(path)) parts.push(path)
    }
  }
  return { bytes, packages: [...packages].filter((name) => !name.startsWith('node:')).sort() }
}

it.each([
  ['engineWorker.js', ['pg']],
  ['leadWorker.js', ['pg']],
  ['marketWorker.js', ['pg', 'ws', 'zod/mini']],
  ['projectorWorker.js', ['pg', 'zod/mini']],
])('the thread of %s loads what it uses, and not what a door leads to', (program, packages) => {
  const loaded = loadedBy(program)
  expect(loaded.packages).toEqual(packages)
  expect(loaded.bytes).toBeLessThan(1_600_000)
})

it('the start waits for no package that only some people’s requests, or some installations, need', () => {
  const { packages } = loadedBy('main.js')
  expect(packages).toContain('fastify')
  for (const name of ['@simplewebauthn/server', '@simplewebauthn/server/helpers', '@nats-io/transport-node'])
    expect(packages).not.toContain(name)
})
