import * as z from 'zod/mini'
import { currency, decimal, id, millis, pasted, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { deskWithdrawal, withdrawalErrors } from './deskWallet.ts'
import { defineRoute } from './route.ts'
import { network } from './wallet.ts'

/** A network whose payouts a program makes. */
export const payoutNetwork = z.object({
  network,
  /** What is paid at once at most, in USDT. */
  order_max: decimal,
  paused: z.boolean(),
  /** Who stopped it or let it go on last, why and when; empty and null where nobody did. */
  changed_by: z.string(),
  reason: z.string(),
  changed: z.nullable(millis),
  /** Payouts that run, and those that two people have to settle. */
  running: z.int(),
  lost: z.int(),
  /** When its program was heard of last; null since the start of the server. */
  heard: z.nullable(millis),
  /** What its wallet lacks for what it was handed. */
  short: z.array(z.object({ currency: z.string(), amount: decimal })),
})
export type PayoutNetwork = z.infer<typeof payoutNetwork>

export const deskPayouts = defineRoute({
  method: 'GET',
  path: '/desk/payouts',
  access: 'desk_wallet',
  answer: z.object({
    /** What machines may pay in a day of UTC, and what they were handed today, in USDT. */
    day_max: decimal,
    day_used: decimal,
    items: z.array(payoutNetwork),
  }),
  summary: 'The networks whose payouts programs make, how they stand, and what they may still pay today.',
})

export const deskPayoutsSwitch = defineRoute({
  method: 'POST',
  path: '/desk/payouts/switch',
  access: 'desk_wallet_write',
  body: z.object({ network, paused: z.boolean(), reason: reasonText }),
  answer: z.null(),
  errors: ['network_unknown', 'field_malformed', ...approvalErrors],
  summary: 'Stops the payouts of a network’s program at once; that they go on, two people say.',
})

export const deskWithdrawalRelease = defineRoute({
  method: 'POST',
  path: '/desk/withdrawals/{id}/release',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({ amount: decimal, currency }),
  answer: deskWithdrawal,
  errors: [
    ...withdrawalErrors,
    'account_frozen',
    'second_person_needed',
    'operator_alone_reached',
    'payout_limit',
    'payout_by_people',
    'payout_paused',
  ],
  idempotent: true,
  summary:
    'Hands an approved withdrawal to the program of its network, by whom it could be paid by hand; from then on nobody pays or rejects it by hand while it runs.',
})

export const deskWithdrawalRecall = defineRoute({
  method: 'POST',
  path: '/desk/withdrawals/{id}/recall',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: deskWithdrawal,
  errors: ['field_malformed', 'withdrawal_unknown', 'payout_unknown', 'payout_done', 'staff_own_account'],
  summary:
    'Wants a payout back from its program: at once where it was not let go yet, and else where the program never sent it.',
})

/**
 * What two people have found out: it was paid, it was not and can’t be any more, it ended and its loss is dealt with, or
 * nobody knows of it, since its program is silent.
 */
export const payoutOutcome = z.enum(['paid', 'returned', 'noted', 'lost'])
export type PayoutOutcome = z.infer<typeof payoutOutcome>

export const deskWithdrawalSettle = defineRoute({
  method: 'POST',
  path: '/desk/withdrawals/{id}/settle',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({
    outcome: payoutOutcome,
    /** By what it was paid. */
    transaction_id: z._default(pasted(0, 400), ''),
    reason: reasonText,
  }),
  answer: deskWithdrawal,
  errors: [
    'field_malformed',
    'withdrawal_unknown',
    'payout_unknown',
    'payout_done',
    'payout_running',
    'transaction_invalid',
    'transaction_used',
    'server_busy',
    'staff_own_account',
    ...approvalErrors,
  ],
  summary:
    'Settles a payout of which nobody knows, or that is gone from its chain after it was paid; by two people. Of one whose program is silent they say that nobody knows.',
})

export const deskPayoutRoutes = {
  deskPayouts,
  deskPayoutsSwitch,
  deskWithdrawalRelease,
  deskWithdrawalRecall,
  deskWithdrawalSettle,
}
