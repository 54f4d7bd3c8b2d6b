import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { categories } from '@truemark/core/ledger/categories'
import { houseActions, personalActions } from '@truemark/protocol/auditActions'
import { errorCatalogue } from '@truemark/protocol/errorCatalogue'
import type { ErrorEntry } from '@truemark/protocol/errorEntry'
import { clientReasons, successCatalogue } from '@truemark/protocol/errors'
import { locales } from '@truemark/protocol/locale'
import { promiseIn } from '@truemark/protocol/wording'

const entries: readonly ErrorEntry[] = errorCatalogue
const tags = locales.map((locale) => locale.tag)
const others = tags.filter((tag) => tag !== 'en')
/** The files of a language, those in folders too. */
const filesOf = (tag: string) =>
  readdirSync(new URL(tag, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .toSorted()

const files = filesOf('en')

type Texts = ReadonlyMap<string, string>

/** A language's texts by file and dotted key. */
function read(tag: string): Texts {
  const found = new Map<string, string>()
  for (const file of filesOf(tag)) {
    const content: unknown = JSON.parse(readFileSync(new URL(`${tag}/${file}`, import.meta.url), 'utf8'))
    gather(found, file.replace('.json', '').replace('/', '.'), content)
  }
  return found
}

function gather(found: Map<string, string>, key: string, value: unknown): void {
  if (typeof value === 'string') found.set(key, value)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) gather(found, `${key}.${name}`, inner)
  } else throw new Error(`${key} is no text`)
}

const all: ReadonlyMap<string, Texts> = new Map(tags.map((tag) => [tag, read(tag)]))

function textsOf(tag: string): Texts {
  return all.get(tag) ?? new Map()
}

/** An argument of a message: its name, its kind (empty for a plain one) and the names of its branches. */
interface Slot {
  readonly name: string
  readonly kind: string
  readonly branches: readonly string[]
}

/** Reads the arguments of an ICU message, those inside branches too; `end` is where the message closes. */
function scan(text: string, start: number): { found: Slot[]; end: number } {
  const found: Slot[] = []
  let at = start
  while (at < text.length && text[at] !== '}') {
    if (text[at] !== '{') {
      at += 1
      continue
    }
    const head = /^\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?/.exec(text.slice(at))
    if (!head) throw new Error(`no argument at ${at}: ${text}`)
    at += head[0].length
    const branches: string[] = []
    while (text[at] !== '}') {
      const branch = /^[\s,]*(=?\w+)\s*\{/.exec(text.slice(at))
      if (!branch) throw new Error(`no branch at ${at}: ${text}`)
      branches.push(branch[1] ?? '')
      const inner = scan(text, at + branch[0].length)
      found.push(...inner.found)
      at = inner.end + 1
      while (text[at] === ' ') at += 1
    }
    found.push({ name: head[1] ?? '', kind: head[2] ?? '', branches })
    at += 1
  }
  return { found, end: at }
}

/** What a text is filled with: its arguments, each with its kind, and its tags. */
function slots(text: string): string[] {
  const named = scan(text, 0).found.map((slot) => `${slot.name}:${slot.kind}`)
  const marks = [...text.matchAll(/<([a-z]+)>/g)].map((match) => `<${match[1]}>`)
  return [...new Set([...named, ...marks])].toSorted()
}

/** The bodies of each plural of a text: the names of its branches. */
function plurals(text: string): (readonly string[])[] {
  return scan(text, 0)
    .found.filter((slot) => slot.kind === 'plural')
    .map((slot) => slot.branches)
}

/** The cases of each select of a text. */
function cases(text: string): string[] {
  return scan(text, 0)
    .found.filter((slot) => slot.kind === 'select')
    .flatMap((slot) => slot.branches)
}

/** Fills a text with something for each of its arguments; throws where it is no ICU message. */
function fill(tag: string, text: string, count: number): string {
  const failures: string[] = []
  const t = createTranslator({
    locale: tag,
    messages: { text },
    onError: (error) => failures.push(error.message),
  })
  const values: Record<string, string | number | ((chunks: string) => string)> = {}
  for (const slot of slots(text)) {
    const [name, kind] = slot.split(':')
    if (slot.startsWith('<')) values[slot.slice(1, -1)] = (chunks) => chunks
    else if (name !== undefined) values[name] = kind === 'plural' ? count : 'x'
  }
  const filled = t.markup('text', values as Record<string, string>)
  if (failures.length > 0) throw new Error(`${tag}: ${text}: ${failures.join('; ')}`)
  return filled
}

/** Names that are written alike in every language. */
const names = ['{size} KB', 'Commit', 'IEO', 'IEO:', 'KDJ', 'MACD', 'RSI', 'Maker', 'Taker']

/** Words of a language that are spelled as the English ones. */
const cognates: Readonly<Record<string, readonly string[]>> = {
  fr: [
    'Secret',
    '{count} min',
    '{count} s',
    'Code',
    'Logo',
    'Max',
    'Moment',
    'Page {page}',
    'Source',
    '{seconds} s',
    'Long',
    'Note',
    'Options',
    'Position',
    'Sessions',
    'Short',
    'Sources',
    'Spot',
    'Stop-loss',
    'Take-profit',
    'Total',
    'Type',
    'Version',
    'Version {version}',
    'Volume',
    'lots',
  ],
  es: ['{count} min', '{count} s', '{seconds} s', 'No', 'Real', 'Spot', 'Stop loss', 'Take profit', 'Total'],
  vi: ['Long', 'Short'],
}

const trivial = /^[\s\d\p{P}\p{S}]*$/u

describe.each(others)('the texts in %s', (tag) => {
  it('are the files and keys of English', () => {
    expect(filesOf(tag)).toEqual(files)
    const english = [...textsOf('en').keys()]
    const mine = textsOf(tag)
    expect({
      missing: english.filter((key) => !mine.has(key)),
      surplus: [...mine.keys()].filter((key) => !textsOf('en').has(key)),
    }).toEqual({ missing: [], surplus: [] })
  })

  it('are filled with the same arguments', () => {
    const differing = [...textsOf('en')]
      .filter(([key, text]) => {
        const mine = textsOf(tag).get(key) ?? ''
        return (
          slots(text).join() !== slots(mine).join() || cases(text).toSorted().join() !== cases(mine).toSorted().join()
        )
      })
      .map(([key]) => key)
    expect(differing).toEqual([])
  })

  it('leave no English', () => {
    const left = [...textsOf('en')]
      .filter(
        ([key, text]) =>
          textsOf(tag).get(key) === text &&
          ![...names, ...(cognates[tag] ?? [])].includes(text) &&
          !trivial.test(text.replace(/\{[^}]*\}/g, '')),
      )
      .map(([key, text]) => `${key}: ${text}`)
    expect(left).toEqual([])
  })
})

it('names each deed of an operator at the desk, and each that is about a person for that person too', () => {
  const named = (prefix: string) =>
    [...textsOf('en').keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  expect(named('desk.audit.actions.').toSorted()).toEqual([...houseActions, ...personalActions].toSorted())
  expect(named('security.access.actions.').toSorted()).toEqual(['other', ...personalActions].toSorted())
})

describe.each(tags)('every text in %s', (tag) => {
  it('is a message that can be filled, and not empty', () => {
    for (const [key, text] of textsOf(tag)) {
      expect(text.trim(), key).not.toBe('')
      const counts = plurals(text).length > 0 ? [0, 1, 2, 1_000_000] : [1]
      for (const count of counts) expect(fill(tag, text, count).trim(), key).not.toBe('')
    }
  })

  it('promises no gain, and no absence of risk', () => {
    const promised = [...textsOf(tag)].flatMap(([key, text]) => (promiseIn(text) === null ? [] : [`${key}: ${text}`]))
    expect(promised).toEqual([])
  })

  it('has the plural forms of the language, no more and no fewer', () => {
    const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    for (const [key, text] of textsOf(tag)) {
      for (const branches of plurals(text)) {
        expect(branches.filter((branch) => !branch.startsWith('=')).toSorted(), `${key}: ${text}`).toEqual(
          needed.toSorted(),
        )
      }
    }
  })
})

describe.each(tags)('the refusals and successes in %s', (tag) => {
  const mine = [...textsOf(tag).keys()]
  const namesIn = (prefix: string) =>
    mine.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))

  it('are those of the catalogue', () => {
    expect(namesIn('errors.').toSorted()).toEqual(
      [...clientReasons, ...entries.map((entry) => entry.reason)].toSorted(),
    )
    expect(namesIn('successes.').toSorted()).toEqual(successCatalogue.map((entry) => entry.name).toSorted())
  })

  it('use only the figures that their entry has', () => {
    for (const entry of entries) {
      const known = Object.keys(entry.params ?? {}).flatMap((name) => [`${name}:`, `${name}:select`])
      const used = slots(textsOf(tag).get(`errors.${entry.reason}`) ?? '')
      expect(
        used.filter((slot) => !known.includes(slot)),
        entry.reason,
      ).toEqual([])
    }
  })

  it('name each ledger category', () => {
    expect(namesIn('account.category.').toSorted()).toEqual([...categories].toSorted())
  })
})

/** Texts of the specification that stand as it spells them. */
const spelled: readonly (readonly [string, string])[] = [
  ['errors.unknown', 'Unknown error'],
  ['errors.unauthorized', 'Unauthorized'],
  ['errors.field_malformed', 'Parameter error'],
  ['errors.login_required', 'Login required'],
  ['errors.second_factor_required', 'Google verification required'],
  ['errors.password_wrong', 'Password error'],
  ['errors.permission_insufficient', 'Insufficient permissions'],
  ['errors.request_malformed', 'Parameter error'],
  ['errors.key_reused', 'Already exists'],
  ['errors.email_invalid', 'Please enter a valid email'],
  ['errors.code_invalid', 'Verification code is invalid'],
  ['errors.invite_code_invalid', 'Invite code is invalid'],
  ['errors.email_not_registered', 'Email address not registered'],
  ['errors.information_incomplete', 'Please fill in the complete information'],
  ['errors.email_taken', 'Registration email already exists'],
  ['errors.register_code_wrong', 'Verification code error'],
  ['errors.not_owner', "No permission to operate others' orders"],
  ['errors.password_too_short', 'Password length must be greater than 6'],
  ['errors.deposit_failed', 'Deposit failed'],
  ['errors.deposit_pending', 'Pending deposit record exists'],
  ['errors.deposit_amount_invalid', 'Invalid deposit amount'],
  ['errors.voucher_missing', 'Payment proof cannot be empty'],
  ['errors.withdrawal_failed', 'Withdrawal failed'],
  ['errors.balance_insufficient', 'Insufficient balance'],
  ['errors.withdrawal_pending', 'Pending withdrawal record exists'],
  ['errors.withdrawal_address_wrong', 'Withdrawal address error'],
  ['errors.swift_invalid', 'Invalid SWIFT Code format'],
  ['errors.withdrawal_amount_invalid', 'Withdrawal amount cannot exceed account balance and must be greater than zero'],
  ['errors.user_unknown', 'User does not exist'],
  ['errors.reset_code_wrong', 'Verification code error'],
  ['errors.confirm_password_wrong', 'Password error'],
  ['errors.user_disabled', 'User has been disabled'],
  ['errors.real_name_missing', 'Real name verification not submitted'],
  ['errors.real_name_pending', 'Real name verification submitted, please wait for review'],
  ['errors.simulation_only', 'Non-simulation accounts cannot be reset'],
  ['errors.old_password_wrong', 'Old password error'],
  ['errors.password_length', 'Password length 6 to 20'],
  ['errors.lots_invalid', 'Invalid order lot, minimum 0.01, maximum 500'],
  ['errors.price_invalid', 'Invalid price'],
  ['errors.balance_insufficient_order', 'Insufficient balance'],
  ['errors.order_unknown', 'Order does not exist'],
  ['errors.order_done', 'Order does not exist or has been closed'],
  ['errors.password_unchanged', 'New password is the same as the old password'],
  ['errors.open_orders_remain', 'There are still open orders'],
  ['errors.email_unknown', 'The email does not exist'],
  ['errors.already_registered', 'Already registered? Please log in.'],
  ['errors.notional_too_small', 'Amount must be greater than 1USDT!'],
  ['successes.deposit_submitted', 'Application submitted, pending review'],
  ['successes.withdrawal_submitted', 'Submission successful, awaiting review'],
  ['successes.order_placed', 'Order placed successfully'],
  ['successes.password_changed', 'Password changed successfully, please log in again'],
  ['successes.password_reset', 'Password reset successfully'],
  ['notices.loginFailed', 'Login failed'],
  ['notices.anErrorOccurred', 'An error occurred'],
  ['notices.codeSendFailed', 'Error sending verification code!'],
  ['notices.passwordUpdateFailed', 'Error updating password!'],
  ['notices.imageUploadFailed', 'Failed to upload image!'],
  ['notices.imageFileRequired', 'Please select an image file'],
  ['notices.imageTooLarge', 'Image size should be less than 5MB'],
  ['notices.fileTypeInvalid', 'Invalid file type. Only SVG, PNG, GIF, and JPG are allowed.'],
  ['notices.fileTooLarge', 'File size exceeds 5MB.'],
  ['notices.filesTooMany', 'Maximum 5 files allowed.'],
  ['notices.imageNotSelected', 'Image not selected'],
  ['notices.depositWait', 'Please wait until the previous deposit is confirmed.'],
  ['notices.amountNegative', 'Amount cannot be negative'],
  ['notices.amountBelowMinimum', 'Amount is less than minimum purchase limit'],
  ['errors.amount_invalid', 'Please enter a valid amount'],
  ['notices.priceNotPositive', 'Price must be greater than zero!'],
  ['errors.transfer_not_positive', 'Transfer amount must be greater than 0'],
  ['notices.fieldsRequired', 'Please fill in all required fields.'],
  ['notices.walletAddressRequired', 'Please select a wallet address.'],
  [
    'errors.document_upload_failed',
    'Uploading Document Photo Failed. Please contact customer service or upload it again.',
  ],
  ['notices.supportUnavailable', 'Customer service is currently unavailable. Please try again later.'],
  ['notices.fileUploadFailed', 'File upload failed'],
  ['notices.fileCompressionFailed', 'File compression failed'],
  ['notices.timeInvalid', 'Invalid time'],
  ['notices.contentRequired', 'Please enter content.'],
  ['notices.passwordsDiffer', 'Passwords do not match'],
  ['notices.lotsPrompt', 'Enter the number of lots:0.01-500'],
  ['notices.registered', 'Registration successful! Please login.'],
  ['notices.codeSent', 'Verification code sent!'],
  ['notices.passwordUpdated', 'Password updated successfully!'],
  ['notices.nicknameUpdated', 'Nickname successfully updated!'],
  ['notices.profileImageUpdated', 'Profile image successfully updated!'],
  ['notices.submittedForApproval', 'Submission successful. Please wait for approval.'],
  ['notices.orderCreated', 'Order created successfully'],
  ['notices.purchaseCompleted', 'Purchase completed successfully.'],
  ['notices.formSubmitted', 'Form submitted successfully!'],
  ['notices.added', 'Added successfully'],
  ['notices.copied', 'Copied'],
]

describe('the texts of the specification', () => {
  const figures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'notices.lotsPrompt': { min: '0.01', max: '500' },
  }
  const params = (key: string) =>
    figures[key] ?? entries.find((entry) => `errors.${entry.reason}` === key)?.params ?? {}

  it.each(spelled)('%s stands as it is spelled', (key, text) => {
    let written = textsOf('en').get(key) ?? ''
    for (const [name, value] of Object.entries(params(key))) written = written.replace(`{${name}}`, value)
    expect(written).toBe(text)
  })
})

it('each message of the specification is named where a person meets it', () => {
  const room = new URL('../../apps/web/src/', import.meta.url)
  const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(new URL(file, room), 'utf8'))
    .filter((source) => source.includes("useTranslations('notices')"))
  const messages = [...textsOf('en').keys()].filter((key) => key.startsWith('notices.')).map((key) => key.slice(8))
  expect(messages.filter((name) => !sources.some((source) => source.includes(`'${name}'`)))).toEqual([])
})

describe('the glossary', () => {
  const page = readFileSync(new URL('../../docs/reference/terms.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| [a-z]+\./.test(line))
  const cells = rows.map((line) => line.slice(2, -2).split(' | '))

  it('lists terms', () => {
    expect(cells.length).toBeGreaterThan(50)
  })

  it.each(cells)('%s stands as the locales write it', (key, ...words) => {
    expect(words).toEqual(tags.map((tag) => textsOf(tag).get(key)))
  })
})
