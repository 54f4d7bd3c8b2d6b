import type { Listing } from '@truemark/core/book/listing'
import type { Command } from '@truemark/core/vocabulary'
import type { Closing } from '@truemark/protocol/routes/derivative'
import * as z from 'zod/mini'
import { type Refusal, execute, sourceOf } from '../engine/door.ts'
import { type CallContext, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import { figuresOf } from './answers.ts'
import { findOrdersById, findPositionsById } from './history.store.ts'
import { firstFault, readLots } from './parse.ts'
import type { DerivativePorts } from './ports.ts'
import { closingShape } from './shape.ts'

/** What one call acts on: the ticket of a contract, an order of perpetuals, or a position of theirs. */
export type Subject = 'contract' | 'perpetual' | 'position'

interface Asked extends Pick<CallContext, 'key'> {
  readonly caller: Caller
}

interface AskedOfOne extends Asked {
  readonly params: { readonly id: string } | undefined
}

type Answers<R> = Parameters<typeof execute<R>>[3]

const unknownReason = { contract: 'order_unknown', perpetual: 'order_unknown', position: 'position_unknown' } as const

/** Places an order; a refusal names the figures of its market. */
export function placeOrder<R>(
  ports: DerivativePorts,
  asked: Asked,
  command: Extract<Command, { type: 'placeContractOrder' | 'placePerpetualOrder' | 'placePerpetualShown' }>,
  answers: Answers<R>,
): Promise<Outcome<R>> {
  return execute(ports, asked, command, answers, (refusal) => withFigures(ports, refusal, command.symbol))
}

/** Cancels all orders of a product, or those of one symbol. */
export function cancelAll(ports: DerivativePorts, type: 'cancelAllContractOrders' | 'cancelAllPerpetualOrders') {
  return ({ caller, key, query }: Asked & { readonly query: { readonly symbol?: string | undefined } }) => {
    const command = { type, holder: caller.holder, symbol: query.symbol ?? '' }
    return execute(ports, { caller, key }, command, { closed: ({ orders }) => done({ canceled: orders.length }) })
  }
}

/** Closes all that is open of a product, or of one symbol. */
export function closeAll(ports: DerivativePorts, type: 'closeAllContracts' | 'closeAllPerpetual') {
  return ({ caller, key, body }: Asked & { readonly body: { readonly symbol?: string | undefined } }) =>
    execute(
      ports,
      { caller, key },
      { type, holder: caller.holder, symbol: body.symbol ?? '' },
      {
        closings: ({ closings, canceled }) =>
          done({ closings: closings.map((one) => closingShape(ports, one)), canceled: canceled.length }),
      },
    )
}

/** Closes one ticket or position, in whole or by a number of lots. */
export function closeOne(
  ports: DerivativePorts,
  subject: 'contract' | 'position',
  closeBody: z.ZodMiniType<{ readonly lots?: string | undefined }>,
) {
  return (call: AskedOfOne & { readonly body: unknown; readonly fault: string | null }): Promise<Outcome<Closing>> => {
    const { holder } = call.caller
    const parsed = z.safeParse(closeBody, call.body)
    const lots = readLots(parsed.data?.lots)
    const fault = firstFault(call.fault ?? '', parsed.success ? '' : 'field_malformed', lots.fault)
    const commandOf = (id: number): Command =>
      subject === 'contract'
        ? { type: 'closeContract', holder, order: id, lots: lots.value, fault }
        : { type: 'closePerpetual', holder, position: id, lots: lots.value, fault }
    return onOne(ports, subject, call, commandOf, {
      closings: ({ closings: [closing] }) =>
        closing === undefined ? refused('server_error') : done(closingShape(ports, closing)),
    })
  }
}

/** Has the engine do something to one of the caller's. */
export async function onOne<R>(
  ports: DerivativePorts,
  subject: Subject,
  { caller, key, params }: AskedOfOne,
  commandOf: (id: number) => Command,
  answers: Answers<R>,
): Promise<Outcome<R>> {
  const id = params === undefined ? null : ports.ids.read('derivative', params.id)
  if (id === null) return refused(unknownReason[subject])
  return execute(ports, { caller, key }, commandOf(id), answers, (refusal) =>
    refuseOne(ports, subject, caller, id, refusal),
  )
}

/** As {@link onOne}, where the command is read by the figures of its market; undefined where it is not the caller's. */
export async function onListed<R>(
  ports: DerivativePorts,
  subject: Subject,
  { caller, key, params }: AskedOfOne,
  commandOf: (id: number, listing: Listing | undefined) => Command,
  answers: Answers<R>,
): Promise<Outcome<R>> {
  const id = params === undefined ? null : ports.ids.read('derivative', params.id)
  if (id === null) return refused(unknownReason[subject])
  const open = await openOne(ports, subject, caller, id)
  const listing = open === null ? undefined : ports.catalogue.listing(open.listing)
  return execute(ports, { caller, key }, commandOf(id, listing), answers, (refusal) =>
    refuseOne(ports, subject, caller, id, refusal, listing),
  )
}

async function openOne({ exchange }: DerivativePorts, subject: Subject, caller: Caller, id: number) {
  const { holder } = caller
  const source = sourceOf(caller)
  if (subject === 'contract') return (await exchange.ask(source, { type: 'contractOrder', holder, order: id })).order
  if (subject === 'perpetual') return (await exchange.ask(source, { type: 'perpetualOrder', holder, order: id })).order
  return (await exchange.ask(source, { type: 'perpetualPosition', holder, position: id })).position
}

function withFigures(ports: DerivativePorts, { reason, params }: Refusal, symbol: string | undefined): Outcome<never> {
  return refused(reason, figuresOf(ports, reason, symbol) ?? params)
}

// the engine forgets whose what is over was; the tables know, and another's comes before what is done
async function refuseOne(
  ports: DerivativePorts,
  subject: Subject,
  caller: Caller,
  id: number,
  refusal: Refusal,
  listing?: Listing,
): Promise<Outcome<never>> {
  if (refusal.reason !== (subject === 'position' ? 'position_unknown' : 'order_done')) {
    return withFigures(ports, refusal, listing?.code)
  }
  if (ports.reads.isOthers(subject, id, caller.holder)) return refused('not_owner')
  await ports.reads.current()
  if (subject === 'position') {
    const [known] = await findPositionsById(ports.database, [id])
    const others = known !== undefined && known.kind !== 'ticket' && known.holder !== caller.holder
    return refused(others ? 'not_owner' : 'position_unknown')
  }
  const [known] = await findOrdersById(ports.database, [id])
  if (known === undefined) return refused('order_done')
  // the one sequence numbers other things too
  const isOne = known.product === subject && (subject === 'perpetual' || known.purpose === 'open')
  if (!isOne) return refused('order_unknown')
  return refused(known.holder === caller.holder ? 'order_done' : 'not_owner')
}
