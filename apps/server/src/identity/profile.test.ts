import { readdir } from 'node:fs/promises'
import { closingRoutes } from '@truemark/protocol/routes/closing'
import { client } from '@truemark/protocol/client'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { profileRoutes as routes } from '@truemark/protocol/routes/profile'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { codeSent, personPassword, signUp } from '../testing/people.ts'
import { endGuestAvatars } from './profile.store.ts'

let server: LiveServer
let people = 0

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

async function person(): Promise<{ email: string; token: string }> {
  people += 1
  const email = `shown${people}@example.com`
  return { email, token: await signUp(server, email, `+336123460${String(10 + people)}`) }
}

function formOf(fields: Readonly<Record<string, string>>, ...pictures: readonly Uint8Array[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const picture of pictures) form.append('avatar', new Blob([Uint8Array.from(picture)]), 'me.png')
  return form
}

function drawn(red: number) {
  return sharp({ create: { width: 900, height: 600, channels: 3, background: { r: red, g: 120, b: 90 } } })
}

const change = (token: string, fields: Readonly<Record<string, string>>, ...pictures: readonly Uint8Array[]) =>
  server.call(routes.profileChange, { token, form: formOf(fields, ...pictures) })

async function filesKept(): Promise<number> {
  const all = await readdir(server.filesFolder, { recursive: true, withFileTypes: true })
  return all.filter((one) => one.isFile()).length
}

const pictureOf = (token: string, id: string) => server.raw(routes.profileAvatar, { token, params: { id } })

describe('a nickname', () => {
  it('is kept where it is one, of the real and the demo account alike, and refused with its own code', async () => {
    const { token } = await person()
    const changed = await change(token, { nickname: ' 小明Ann7 ' })
    expect(changed.data).toMatchObject({ nickname: '小明Ann7', avatar: '' })
    for (const nickname of ['', 'a', 'abcdefghijk', 'ann 7', 'é1', 'ann😀']) {
      const refused = await change(token, { nickname })
      expect([nickname, refused.code]).toEqual([nickname, 13_050])
      expect(refused.message).toContain('2 to 10')
    }
    expect((await change(token, {})).code).toBe(571)
    const demo = await server.ok(identityRoutes.simulationLogin, { token, body: {} })
    expect(demo.userInfo.nickname).toBe('小明Ann7')
    expect((await change(demo.token, { nickname: '王明' })).data).toMatchObject({ realm: 'demo', nickname: '王明' })
    expect((await server.ok(identityRoutes.user, { token })).nickname).toBe('王明')
  })
})

describe('a picture', () => {
  it('of each kind becomes a small JPEG, takes the place of the one before, and can be taken away', async () => {
    const { token } = await person()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle r="9"/></svg>')
    const kinds = [
      await drawn(200).png().toBuffer(),
      await drawn(10).jpeg().toBuffer(),
      await drawn(90).gif().toBuffer(),
      svg,
    ]
    const before = await filesKept()
    const ids: string[] = []
    for (const bytes of kinds) ids.push((await change(token, {}, bytes)).data?.avatar ?? '')
    expect(new Set(ids).size).toBe(4)
    expect(await filesKept()).toBe(before + 1)
    expect((await server.ok(identityRoutes.user, { token })).avatar).toBe(ids[3])
    expect((await pictureOf(token, ids[2] ?? '')).headers.get('content-type')).not.toContain('image/')
    const nicknamed = await change(token, { nickname: 'Ann7' }, await drawn(200).png().toBuffer())
    expect(nicknamed.data?.nickname).toBe('Ann7')
    const shown = await pictureOf(token, nicknamed.data?.avatar ?? '')
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(shown.headers.get('cache-control')).toContain('no-store')
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 512 })
    expect((await change(token, { avatar_removed: 'true' }, svg)).code).toBe(561)
    expect((await change(token, { avatar_removed: 'true' })).data).toMatchObject({ avatar: '', nickname: 'Ann7' })
    expect(await filesKept()).toBe(before)
  })

  it('is smaller than 5 MB, and nothing else than a picture', async () => {
    const { token } = await person()
    const jpeg = await drawn(40).jpeg().toBuffer()
    const padded = (length: number) => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])
    expect((await change(token, {}, padded(client.imageBytesMax - 1))).code).toBe(200)
    const shown = (await server.ok(identityRoutes.user, { token })).avatar
    const before = await filesKept()
    for (const [bytes, reason] of [
      [padded(client.imageBytesMax), 'file_too_large'],
      [Buffer.from('%PDF-1.7'), 'file_type_invalid'],
      [Buffer.alloc(0), 'file_empty'],
    ] as const) {
      expect((await change(token, { nickname: 'Other' }, bytes)).reason).toBe(reason)
    }
    expect((await change(token, {}, jpeg, jpeg)).reason).toBe('files_too_many')
    expect(await server.ok(identityRoutes.user, { token })).toMatchObject({ avatar: shown, nickname: '' })
    expect(await filesKept()).toBe(before)
  })

  it('is its owner’s alone, and goes when the account is closed', async () => {
    const [{ token, email }, stranger] = [await person(), await person()]
    const before = await filesKept()
    const id = (await change(token, { nickname: 'Ann7' }, await drawn(7).png().toBuffer())).data?.avatar ?? ''
    expect((await server.call(routes.profileAvatar, { token: stranger.token, params: { id } })).reason).toBe(
      'file_unknown',
    )
    expect((await server.call(routes.profileAvatar, { params: { id } })).code).toBe(551)
    await server.ok(identityRoutes.sendEmail, { token, body: { type: 'confirm', email } })
    const body = { password: personPassword, verify_code: await codeSent(server, email, 'confirm') }
    expect((await server.call(closingRoutes.accountClose, { token, body })).code).toBe(200)
    expect(await filesKept()).toBe(before)
    const { rows } = await server.database.query('SELECT nickname, avatar_file FROM app_user WHERE email = $1', [email])
    expect(rows).toEqual([{ nickname: '', avatar_file: null }])
  })

  it('of a guest goes with the demo account', async () => {
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const before = await filesKept()
    expect((await change(token, { nickname: '客人' }, await drawn(3).png().toBuffer())).code).toBe(200)
    await endGuestAvatars(server.database)
    await server.vault.sweep()
    expect(await filesKept()).toBe(before + 1)
    await server.database.query(`UPDATE app_user SET active_at = now() - interval '8 days' WHERE guest`)
    await endGuestAvatars(server.database)
    await server.vault.sweep()
    expect(await filesKept()).toBe(before)
  })
})
