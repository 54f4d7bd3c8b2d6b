import { contentRoutes as open } from '@truemark/protocol/routes/content'
import { deskContentRoutes as desk } from '@truemark/protocol/routes/deskContent'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { firstBadAudit } from '../operator/audit.store.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { tellNews } from './tell.ts'

let server: LiveServer
let support = ''
let admin = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  support = await makeOperator(server, 'support', 'Sam')
  admin = await makeOperator(server, 'administrator', 'Ada')
})
afterAll(() => server.stop())

let people = 0

function person(): Promise<string> {
  people += 1
  return signUp(server, `reader${people}@example.org`, `+3361200000${people}`)
}

async function pieceOf(kind: 'about_us' | 'faq' | 'user_agreement'): Promise<string> {
  const { items } = await server.ok(desk.deskPieces, { token: support, query: { kind } })
  return items[0]?.id ?? ''
}

async function news(): Promise<string> {
  return (await server.ok(desk.deskPieceMake, { token: support, body: { kind: 'news' } })).id
}

interface Text {
  readonly title?: string
  readonly content?: string
  readonly seen?: number
  readonly restored_from?: number
}

function write(id: string, lang: string, { title = 'A title', content = 'A text.', seen = 0, ...rest }: Text = {}) {
  const body = { title, summary: '', content, seen, ...rest }
  return server.call(desk.deskVersionWrite, { token: support, params: { id, lang }, body })
}

function publish(id: string, versions: readonly { lang: string; number: number }[], at: number | null = null) {
  const body = { versions, at, reason: 'as planned' }
  return server.call(desk.deskPiecePublish, { token: support, params: { id }, body })
}

/** Makes what is due in the future due now, as if the time had passed while the server was down. */
async function letTimePass(): Promise<void> {
  const { rows } = await server.database.query<{ piece: string }>(
    'UPDATE piece_release SET at = at - 86400000 WHERE at > $1 AND canceled_at IS NULL RETURNING piece',
    [Date.now()],
  )
  const moved = rows.map(({ piece }) => piece)
  await server.database.query('UPDATE piece SET shown_at = shown_at - 86400000 WHERE id = ANY($1)', [moved])
}

describe('a text', () => {
  it('is seen by nobody before it is published, and is then shown in its language, else in English', async () => {
    const id = await pieceOf('about_us')
    // until there is one, the software's own, in the reader's language
    expect(await server.ok(open.aboutUs, { lang: 'fre' })).toMatchObject({
      version: 0,
      lang: 'fre',
      title: 'Qui sommes-nous',
      content: expect.stringContaining('Truemark'),
    })
    const agreement = await server.ok(open.userAgreement)
    expect([agreement.version, agreement.title]).toEqual([0, 'User agreement'])
    expect(agreement.content).not.toBe('')
    await write(id, 'en', { title: 'Who we are', content: 'One **bold** word.' })
    await write(id, 'fre', { title: 'Qui nous sommes' })
    expect((await server.ok(open.aboutUs)).version).toBe(0)
    expect((await publish(id, [{ lang: 'en', number: 1 }])).code).toBe(200)
    const shown = await server.ok(open.aboutUs, { lang: 'fre' })
    expect(shown).toMatchObject({ title: 'Who we are', content: 'One **bold** word.', lang: 'en', version: 1 })
    await publish(id, [{ lang: 'fre', number: 1 }])
    expect(await server.ok(open.aboutUs, { lang: 'fre' })).toMatchObject({ title: 'Qui nous sommes', lang: 'fre' })
    expect(await server.ok(open.aboutUs, { lang: 'spa' })).toMatchObject({ title: 'Who we are', lang: 'en' })
  })

  it('keeps every version, and restoring one writes another', async () => {
    const id = await pieceOf('about_us')
    expect((await write(id, 'th', { title: 'one' })).data?.number).toBe(1)
    expect((await write(id, 'th', { title: 'two', seen: 1 })).data?.number).toBe(2)
    expect((await write(id, 'th', { title: 'late', seen: 1 })).reason).toBe('content_changed')
    expect((await write(id, 'th', { title: 'x', seen: 2, restored_from: 3 })).reason).toBe('version_unknown')
    await write(id, 'th', { title: 'one', seen: 2, restored_from: 1 })
    const { versions, newest } = await server.ok(desk.deskVersions, { token: support, params: { id, lang: 'th' } })
    expect(versions.map(({ number, restored_from }) => [number, restored_from])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    expect(newest?.title).toBe('one')
    const second = await server.ok(desk.deskVersion, { token: support, params: { id, lang: 'th', number: '2' } })
    expect(second.title).toBe('two')
    await expect(server.database.query(`UPDATE piece_version SET title = 'x'`)).rejects.toThrow('is kept')
    await expect(server.database.query('DELETE FROM piece_release')).rejects.toThrow('is kept')
  })

  it.each([
    '<script>alert(1)</script>',
    'a <b>word</b>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '![x](https://elsewhere.example/p.png)',
    `![x](/api/v3/content/images/${'0'.repeat(32)})`,
    '>'.repeat(40),
  ])('is refused with what would not be shown: %j', async (content) => {
    const refused = await write(await pieceOf('faq'), 'en', { content })
    expect(refused.reason).toBe('content_unsafe')
  })

  it('stands without marks that turn the direction of a line', async () => {
    const id = await news()
    expect((await write(id, 'en', { title: 'News', content: '\u202Ebackwards\u202C and on' })).code).toBe(200)
    const kept = await server.ok(desk.deskVersion, { token: support, params: { id, lang: 'en', number: '1' } })
    expect(kept.content).toBe('backwards and on')
  })

  it('may be long in a script of three bytes a letter, and no longer than it may be', async () => {
    const id = await pieceOf('faq')
    const paragraph = `${'語'.repeat(500)}\n\n`
    expect((await write(id, 'jp', { content: paragraph.repeat(119) })).code).toBe(200)
    expect((await write(id, 'jp', { content: paragraph.repeat(130), seen: 1 })).reason).toBe('field_malformed')
  })

  it('gives questions with their answers', async () => {
    const id = await pieceOf('faq')
    await write(id, 'en', { content: '## Is it real?\n\nNo.\n\n## Who?\n\nWe **all**.' })
    await publish(id, [{ lang: 'en', number: 1 }])
    expect(await server.ok(open.faq, { lang: 'kor' })).toEqual([
      { question: 'Is it real?', answer: 'No.', lang: 'en' },
      { question: 'Who?', answer: 'We **all**.', lang: 'en' },
    ])
  })
})

describe('a promise of gain', () => {
  it('is published by nobody, in whichever language it stands', async () => {
    const id = await news()
    await write(id, 'en', { title: 'News', content: 'Returns are not guaranteed.' })
    await write(id, 'zh', { title: '新產品', content: '保本，每日保證獲利。' })
    expect((await publish(id, [{ lang: 'zh', number: 1 }])).reason).toBe('promise_made')
    expect((await publish(id, [{ lang: 'en', number: 1 }])).code).toBe(200)
  })
})

describe('the user agreement', () => {
  it('is put in force by two people, and whoever registers is kept with the one in force', async () => {
    const before = await person()
    const id = await pieceOf('user_agreement')
    await write(id, 'en', { title: 'Agreement' })
    const asked = await publish(id, [{ lang: 'en', number: 1 }])
    expect(asked.reason).toBe('approval_pending')
    expect((await server.ok(open.userAgreement)).version).toBe(0)
    const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: admin })
    const proposal = items.find(({ kind }) => kind === 'agreement')
    expect(proposal?.detail).toMatchObject({ en: '– → 1' })
    const body = { approve: true, digest: proposal?.digest ?? '', reason: 'read it' }
    await server.ok(deskProposalRoutes.deskProposalDecide, { token: admin, params: { id: proposal?.id ?? '' }, body })
    expect((await server.ok(open.userAgreement)).version).toBe(1)
    const after = await person()
    const mine = await server.ok(open.agreementMine, { token: after })
    expect(mine.agreed?.version).toBe(1)
    expect(mine.current.version).toBe(1)
    expect((await server.ok(open.agreementMine, { token: before })).agreed?.version).toBe(0)
    const guest = await server.ok(identityRoutes.simulationLogin, { body: {} })
    expect((await server.ok(open.agreementMine, { token: guest.token })).agreed).toBeNull()
  })
})

describe('an announcement', () => {
  it('is shown from its hour on, also when nobody was there at that hour, and not if it was taken back', async () => {
    const id = await news()
    await write(id, 'en', { title: 'Later' })
    const at = Date.now() + 3_600_000
    expect((await publish(id, [{ lang: 'en', number: 1 }], Date.now() - 1)).reason).toBe('publish_time_past')
    expect((await publish(id, [{ lang: 'en', number: 2 }], at)).reason).toBe('version_unknown')
    await publish(id, [{ lang: 'en', number: 1 }], at)
    expect((await publish(id, [{ lang: 'en', number: 1 }])).reason).toBe('content_scheduled')
    const titles = async () => (await server.ok(open.newsList, { query: {} })).items.map(({ title }) => title)
    expect(await titles()).not.toContain('Later')
    expect((await server.call(open.newsOne, { params: { id } })).reason).toBe('content_unknown')
    const cancel = () =>
      server.call(desk.deskPieceCancel, { token: support, params: { id }, body: { reason: 'not yet' } })
    expect((await cancel()).data?.languages[0]?.scheduled).toBeNull()
    expect((await cancel()).reason).toBe('nothing_scheduled')
    await letTimePass()
    expect(await titles()).not.toContain('Later')
    await publish(id, [{ lang: 'en', number: 1 }], Date.now() + 3_600_000)
    const told = async () => {
      await tellNews({ database: server.database, now: Date.now })
      const { rows } = await server.database.query<{ count: string }>(
        `SELECT count(*) FROM notification WHERE kind = 'news_published' AND params->>'title_en' = 'Later'`,
      )
      return Number(rows[0]?.count)
    }
    expect(await told()).toBe(0)
    await letTimePass()
    expect(await titles()).toContain('Later')
    const once = await told()
    expect(once).toBeGreaterThan(0)
    expect(await told()).toBe(once)
    expect((await server.ok(open.newsOne, { params: { id } })).content).toBe('A text.')
  })

  it('is unread until its reader opens it, and what was there before them is not', async () => {
    const token = await person()
    const count = async () => (await server.ok(open.newsUnread, { token })).count
    expect(await count()).toBe(0)
    const [first, second] = [await news(), await news()]
    for (const id of [first, second]) {
      await write(id, 'en')
      await publish(id, [{ lang: 'en', number: 1 }])
    }
    expect(await count()).toBe(2)
    await server.ok(open.newsRead, { token, body: { ids: [first] } })
    const { items } = await server.ok(open.newsList, { token, query: {} })
    expect(items.filter(({ unread }) => unread).map(({ id }) => id)).toEqual([second])
    expect((await server.ok(open.newsList, { query: {} })).items.some(({ unread }) => unread)).toBe(false)
    await server.ok(open.newsRead, { token, body: { ids: 'all' } })
    expect(await count()).toBe(0)
    expect((await server.call(open.newsRead, { token, body: { ids: ['nothing'] } })).reason).toBe('content_unknown')
  })

  it('is paged by the moment that it was shown, and withdrawn with a reason', async () => {
    const late = await news()
    const early = await news()
    for (const [id, title] of [
      [early, 'early'],
      [late, 'late'],
    ] as const) {
      await write(id, 'en', { title })
      await publish(id, [{ lang: 'en', number: 1 }])
    }
    const first = await server.ok(open.newsList, { query: { limit: '1' } })
    expect(first.items[0]?.title).toBe('late')
    const next = await server.ok(open.newsList, { query: { limit: '1', cursor: first.cursor ?? '' } })
    expect(next.items[0]?.title).toBe('early')
    const body = { reason: 'it was wrong' }
    await server.ok(desk.deskPieceWithdraw, { token: support, params: { id: late }, body })
    expect((await server.ok(open.newsList, { query: { limit: '1' } })).items[0]?.title).toBe('early')
    expect((await server.call(open.newsOne, { params: { id: late } })).reason).toBe('content_unknown')
    const about = await pieceOf('about_us')
    expect((await server.call(desk.deskPieceWithdraw, { token: support, params: { id: about }, body })).reason).toBe(
      'content_unknown',
    )
  })
})

async function image(): Promise<{ name: string; address: string }> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#FFD7AB' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'x.png')
  return server.ok(desk.deskImageAdd, { token: support, form })
}

describe('an image of a text', () => {
  it('is public under its own name from when a text with it is shown until none is', async () => {
    const { name, address } = await image()
    const guest = async () => (await server.raw(open.contentImage, { params: { name } })).headers.get('content-type')
    const seen = await server.raw(desk.deskImage, { token: support, params: { id: name } })
    expect(seen.headers.get('content-type')).toBe('image/jpeg')
    const id = await news()
    expect((await write(id, 'en', { content: `![A chart](${address})` })).code).toBe(200)
    expect(await guest()).toContain('application/json')
    await publish(id, [{ lang: 'en', number: 1 }])
    const shown = await server.raw(open.contentImage, { params: { name } })
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(shown.headers.get('cache-control')).toBe('public, max-age=300')
    await server.ok(desk.deskPieceWithdraw, { token: support, params: { id }, body: { reason: 'it was wrong' } })
    expect(await guest()).toContain('application/json')
  })
})

describe('a certificate', () => {
  it('stands with the link of its register, by two people, until it has expired or is ended', async () => {
    const body = {
      name: 'Truemark Ltd',
      regulator: 'A regulator',
      number: '31000',
      register_link: 'https://register.example.org/31000',
      expires: Date.now() + 86_400_000,
      image: null,
      reason: 'we are registered',
    }
    const add = (change: object) =>
      server.call(desk.deskCertificateAdd, { token: support, body: { ...body, ...change } })
    expect((await add({ register_link: 'http://register.example.org' })).reason).toBe('field_malformed')
    expect((await add({ register_link: 'https://me:word@register.example.org' })).reason).toBe('register_link_invalid')
    expect((await add({ register_link: 'https://127.0.0.1/' })).reason).toBe('register_link_invalid')
    expect((await add({ expires: Date.now() - 1 })).reason).toBe('certificate_expired')
    expect((await add({ image: '0'.repeat(32) })).reason).toBe('file_unknown')
    expect((await add({})).reason).toBe('approval_pending')
    expect((await server.ok(open.certificates)).items).toEqual([])
    const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: admin })
    const proposal = items.find(({ kind }) => kind === 'certificate')
    const decision = { approve: true, digest: proposal?.digest ?? '', reason: 'checked' }
    await server.ok(deskProposalRoutes.deskProposalDecide, {
      token: admin,
      params: { id: proposal?.id ?? '' },
      body: decision,
    })
    const [shown] = (await server.ok(open.certificates)).items
    expect(shown).toMatchObject({ number: '31000', register_link: 'https://register.example.org/31000' })
    const params = { id: shown?.id ?? '' }
    await server.ok(desk.deskCertificateEnd, { token: support, params, body: { reason: 'it has ended' } })
    const [ended] = (await server.ok(desk.deskCertificates, { token: support })).items
    expect(ended?.ended?.reason).toBe('it has ended')
    expect((await server.ok(open.certificates)).items).toEqual([])
  })
})

it('leaves a chain of deeds in the audit log', async () => {
  expect(await firstBadAudit(server.database)).toBeNull()
})
