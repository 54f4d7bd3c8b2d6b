import { connect } from 'node:net'
import { defineRoute } from '@truemark/protocol/routes/route'
import { line } from '@truemark/protocol/values'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../log.ts'
import { done } from './call.ts'
import { type Gateway, createGateway } from './gateway.ts'
import { createLimits, limitClassOf } from './limits.ts'
import { portOf } from './listen.ts'
import { documentOf } from './openapi.ts'
import { cacheSessions } from './session.ts'

const bytesMax = 100_000

const upload = defineRoute({
  method: 'POST',
  path: '/test/upload',
  access: 'user',
  body: z.object({ note: line(1, 40) }),
  files: { field: 'photo', countMax: 2, bytesMax },
  answer: z.object({ sizes: z.array(z.int()), note: z.string(), key: z.string() }),
  errors: ['files_too_many', 'file_too_large'],
  idempotent: true,
  summary: 'A form of this test.',
})
const plain = defineRoute({
  method: 'POST',
  path: '/test/plain',
  access: 'user',
  body: z.object({ note: line(1, 40) }),
  answer: z.null(),
  errors: [],
  summary: 'A body of this test.',
})

let gateway: Gateway
let origin = ''
let calls = 0

beforeAll(async () => {
  gateway = createGateway({
    logger: createLogger('silent'),
    sessions: cacheSessions({
      authenticate: async (token) =>
        token === 'real'
          ? { sessionId: '1', kind: 'user', userId: 7, holder: 40, realm: 'real', guest: false, actor: 'user' }
          : null,
    }),
    texts: { refusal: (reason, params) => `${reason} ${params['max'] ?? ''}`, success: (name) => name },
    limits: createLimits(0),
    publicUrl: null,
    trustedProxies: 0,
  })
  gateway.bind(upload, ({ files, body, key }) => {
    calls += 1
    return done({ sizes: files.map(({ bytes }) => bytes.length), note: body.note, key: key?.digest ?? '' })
  })
  gateway.bind(plain, () => done(null))
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${portOf(gateway.server)}`
})
afterAll(() => gateway.app.close())

const refusalShape = z.object({ code: z.int(), data: z.unknown(), message: z.string() })
const reasonShape = z.object({ reason: z.string() })

async function send(form: FormData | string, headers: Record<string, string> = {}, path: string = upload.path) {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer real', ...headers },
    body: form,
    signal: AbortSignal.timeout(10_000),
  })
  const { code, data, message } = z.parse(refusalShape, await response.json())
  const refusal = z.safeParse(reasonShape, data)
  return { status: response.status, code, reason: refusal.success ? refusal.data.reason : null, data, message }
}

function formOf(files: readonly number[], fields: Record<string, string> = { note: 'a' }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const size of files) form.append('photo', new Blob([new Uint8Array(size)]), 'x.png')
  return form
}

describe('a form', () => {
  it('gives its fields and files, to the byte of the limit', async () => {
    expect((await send(formOf([0, bytesMax]))).data).toMatchObject({ sizes: [0, bytesMax], note: 'a' })
    expect((await send(formOf([]))).data).toMatchObject({ sizes: [] })
    expect((await send(formOf([bytesMax + 1]))).reason).toBe('file_too_large')
    // as many as this form takes, and not as another does
    expect((await send(formOf([1, 1, 1]))).message).toBe('files_too_many 2')
    expect((await send(formOf(Array.from({ length: 40 }, () => 1)))).reason).toBe('files_too_many')
  })

  it('is another request with another file, field or order of files', async () => {
    const headers = { 'idempotency-key': '01890a5d-ac96-774b-bcce-b302099a8057' }
    const digest = async (form: FormData) =>
      z.parse(z.object({ key: z.string() }), (await send(form, headers)).data).key
    const digests = [formOf([1, 2]), formOf([2, 1]), formOf([1]), formOf([1, 2], { note: 'b' }), formOf([1, 2])].map(
      digest,
    )
    const found = await Promise.all(digests)
    expect(new Set(found).size).toBe(4)
    expect(found[0]).toBe(found[4])
  })

  it('that is malformed is refused as a whole', async () => {
    expect((await send(formOf([], {}))).reason).toBe('field_malformed')
    expect((await send(formOf([], { note: 'x'.repeat(5_000) }))).reason).toBe('request_malformed')
    expect((await send(formOf([], { note: 'a', __proto__x: 'b', constructor: 'c' }))).reason).toBe('request_malformed')
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, 'x']))
    expect((await send(formOf([], many))).reason).toBe('request_malformed')
    const cut = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nabc'
    expect((await send(cut, { 'content-type': 'multipart/form-data; boundary=b' })).reason).toBe('request_malformed')
    expect((await send('x', { 'content-type': 'multipart/form-data' })).code).not.toBe(200)
  })

  it('stands where the route takes one, and nowhere else', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await send('{"note":"a"}', json)).status).toBe(415)
    expect((await send(formOf([1]), {}, plain.path)).status).toBe(415)
    expect((await send('{"note":"a"}', json, plain.path)).code).toBe(200)
    expect((await send(formOf([1]), { authorization: 'Bearer nobody' })).status).toBe(401)
  })

  it('that breaks off reaches nobody and leaves the server as it was', async () => {
    const before = calls
    for (let round = 0; round < 10; round += 1) {
      const socket = connect(portOf(gateway.server), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        `POST ${upload.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer real\r\nContent-Length: 90000\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n' +
          'Content-Disposition: form-data; name="photo"; filename="x"\r\n\r\nhalf of it',
      )
      await new Promise((resolve) => setTimeout(resolve, 20))
      socket.destroy()
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(calls).toBe(before)
    // the room that the broken ones had taken is there again
    const fits = async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(formOf([bytesMax, bytesMax]))))
      return answers.every(({ code }) => code === 200)
    }
    await expect.poll(fits, { timeout: 20_000 }).toBe(true)
  })

  it('has a limit of its own, and stands in the document as what it is', () => {
    expect(limitClassOf(upload)).toBe('upload')
    const text = JSON.stringify(documentOf([upload], '1'))
    expect(text).toContain('multipart/form-data')
    expect(text).toContain('"photo"')
  })
})
