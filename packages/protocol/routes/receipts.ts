import * as z from 'zod/mini'
import { toldRow } from '../evidence/receipt.ts'
import { defineRoute } from './route.ts'

/** The most rows asked for at once. */
export const ownRowsMax = 50

export const ownRows = defineRoute({
  method: 'GET',
  path: '/user/receipts',
  access: 'user',
  byKey: 'read',
  query: z.object({ rows: z.string().check(z.regex(/^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,49}$/)) }),
  answer: z.array(toldRow).check(z.maxLength(ownRowsMax)),
  errors: ['field_malformed'],
  summary:
    'Rows of the journal by their numbers, with the digests of the caller’s own commands in them: what receipts are compared with. A row that is not there is left out.',
})

export const receiptRoutes = { ownRows }
