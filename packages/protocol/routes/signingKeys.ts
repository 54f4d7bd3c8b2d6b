import * as z from 'zod/mini'
import { publicKeys, rotationsMax, signedRotations } from '../evidence/keyChain.ts'
import { signedReplacements } from '../evidence/keyReplacement.ts'
import { millis } from '../values.ts'
import { defineRoute } from './route.ts'

/**
 * The public keys of what is signed here, the first generation first, with the statements by which each handed over to the
 * next. `database`: its secret once lay in the database, so that it is to be rotated.
 */
export const signingKeys = defineRoute({
  method: 'GET',
  path: '/transparency/keys',
  access: 'guest',
  answer: z.object({
    generations: z
      .array(
        z.object({
          generation: z.int(),
          made: millis,
          origin: z.enum(['drawn', 'database']),
          keys: publicKeys,
        }),
      )
      .check(z.maxLength(rotationsMax + 1)),
    rotations: signedRotations,
    /** Of the keys that sign nothing, by purpose, the oldest first. */
    replacements: signedReplacements,
  }),
  summary:
    'The public keys of what is signed here, of all generations, and the signed statements of each rotation of any key.',
})
