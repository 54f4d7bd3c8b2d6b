import { expect, it } from 'vitest'
import { serviceUser } from './cluster.ts'

it('refuses a user without a name, as which Postgres does not start, and says what to do', async () => {
  await expect(serviceUser({ uid: 4711, isNamed: false })).rejects.toThrow(
    "Postgres can't run as the user 4711, for which this machine has no name; make one (useradd --uid 4711 truemark), or set DATABASE_URL.",
  )
})

it('lets Postgres run as whoever has a name, and as nobody else but for root', async () => {
  expect(await serviceUser({ uid: 4711, isNamed: true })).toBeNull()
  expect(await serviceUser({ uid: null, isNamed: false })).toBeNull()
  const own = await serviceUser()
  if (process.getuid?.() === 0) expect(own?.uid).toBeGreaterThan(0)
  else expect(own).toBeNull()
})
