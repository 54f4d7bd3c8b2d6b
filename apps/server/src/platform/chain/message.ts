import { decimal } from '@truemark/protocol/values'
import * as z from 'zod/mini'

const printable = (lengthMin: number, lengthMax: number) =>
  z.string().check(z.minLength(lengthMin), z.maxLength(lengthMax), z.regex(/^[\x21-\x7e]*$/))

const countMax = 2_147_483_647

/** How an output of a transaction stands, as an adapter says it. */
export const chainPaymentMessage = z.object({
  /** Greater in each message of a network than in all before it. */
  sequence: z.int().check(z.minimum(1)),
  txid: z.string().check(z.regex(/^[0-9A-Za-z]{32,128}$/)),
  output: z.int().check(z.minimum(0), z.maximum(countMax)),
  currency: printable(1, 20),
  /** The address that was paid to, in the form in which the server keeps it. */
  address: printable(1, 120),
  /** A memo or tag beside the address; empty for none. */
  memo: z._default(printable(0, 64), ''),
  amount: decimal,
  /** 0 while it stands in no block. */
  confirmations: z.int().check(z.minimum(0), z.maximum(countMax)),
  height: z.nullable(z.int().check(z.minimum(0))),
  block: printable(0, 128),
  /** Whether it was taken back, or can't be mined any more. */
  removed: z.boolean(),
})
export type ChainPaymentMessage = z.infer<typeof chainPaymentMessage>

/** The most that a message’s number is beyond the greatest that was taken of its network. */
export const sequenceJumpMax = 1_000_000

/**
 * The number after which a program goes on: its own, unless the server has a greater one, or one so much smaller that it began
 * anew.
 */
export function sequenceAfter(own: number, taken: number): number {
  return own > taken + sequenceJumpMax / 2 ? taken : Math.max(own, taken)
}

/** The most payments in one message. */
export const paymentsMax = 100

/** How a payout stands that the server has handed over, as the program that pays it says. */
export const chainPayoutMessage = z.object({
  /** Greater in each message of a network about payouts than in all before it. */
  sequence: z.int().check(z.minimum(1)),
  /** The number under which the server named it. */
  payout: z.int().check(z.minimum(1)),
  /** `unsent` is said of what was never sent and never will be; `lost` where nobody knows, or it can’t be mined any more. */
  state: z.enum(['sent', 'unsent', 'lost']),
  txid: z.string().check(z.regex(/^([0-9A-Za-z]{32,128})?$/)),
  /** What arrives by it and where, as it was sent; empty and 0 where nothing was. */
  address: printable(0, 120),
  /** The memo or tag that it bore; empty for none. */
  memo: z._default(printable(0, 64), ''),
  amount: decimal,
  /** 0 while it stands in no block. */
  confirmations: z.int().check(z.minimum(0), z.maximum(countMax)),
  height: z.nullable(z.int().check(z.minimum(0))),
  block: printable(0, 128),
  /** Of what was never sent: why it can’t be paid so. Of what is lost: what became of it. Empty for neither. */
  reason: z.enum(['', 'payee_invalid', 'network_unavailable', 'payout_gone', 'payout_reverted']),
})
export type ChainPayoutMessage = z.infer<typeof chainPayoutMessage>

/** The most payouts in one message or answer. */
export const payoutsMax = 100

/** The messages of an adapter, by their path. */
export const chainMessages = {
  '/payments': z.object({
    payments: z.array(chainPaymentMessage).check(z.minLength(1), z.maxLength(paymentsMax)),
  }),
  '/addresses': z.object({ after: z.int().check(z.minimum(0)) }),
  '/alive': z.object({
    height: z.int().check(z.minimum(0)),
    /** What the program’s wallet lacks for the payouts that it was handed. */
    short: z._default(
      z.array(z.object({ currency: printable(1, 20), amount: decimal })).check(z.maxLength(payoutsMax)),
      [],
    ),
  }),
  '/payouts': z.object({ after: z.int().check(z.minimum(0)) }),
  '/payouts/take': z.object({
    payout: z.int().check(z.minimum(1)),
    /** What would be sent and where, as the program has it written down. */
    address: printable(1, 120),
    memo: z._default(printable(0, 64), ''),
    amount: decimal,
    /** What keeps it from being paid twice: it names what only one transaction can use. */
    pledge: printable(1, 200),
    txid: z.string().check(z.regex(/^([0-9A-Za-z]{32,128})?$/)),
  }),
  '/payouts/said': z.object({
    payouts: z.array(chainPayoutMessage).check(z.minLength(1), z.maxLength(payoutsMax)),
  }),
} as const
export type ChainPath = keyof typeof chainMessages

/** What `/addresses` answers: addresses to watch after a number, and the number to ask after next. */
export const chainAddresses = z.object({
  addresses: z.array(z.object({ currency: z.string(), address: z.string() })),
  /** The greatest number of a message that was taken, with the first addresses; 0 with later ones. */
  sequence: z.int(),
  next: z.int(),
  more: z.boolean(),
})

/** A payout that a program has to do with. */
export const chainPayout = z.object({
  payout: z.int(),
  currency: z.string(),
  address: z.string(),
  memo: z.string(),
  amount: z.string(),
  /**
   * `ordered` is to be paid; `taken` was let go and may be sent; of the others it is said how they stand. Of one that was
   * `returned` nothing is sent any more: it is said whether it was mined all the same.
   */
  state: z.enum(['ordered', 'taken', 'sent', 'lost', 'paid', 'returned']),
  pledge: z.string(),
  txid: z.string(),
  /** It is wanted back: what was not sent yet is not to be sent. */
  recalled: z.boolean(),
})
export type ChainPayout = z.infer<typeof chainPayout>

/** What `/payouts` answers: what the program has to do with, after a number, and the number to ask after next. */
export const chainPayouts = z.object({
  payouts: z.array(chainPayout),
  /** The greatest number of a message about payouts that was taken. */
  sequence: z.int(),
  /** After how many confirmations a payout is paid. */
  confirmations: z.int(),
  next: z.int(),
  more: z.boolean(),
})

/** What `/payouts/take` answers: whether it may be sent now, once; `why` not. */
export const chainTaken = z.object({ go: z.boolean(), why: z.string() })
