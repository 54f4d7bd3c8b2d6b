export { type Ceremony, type Proven, beginMaking, beginProving, finishMaking, prove } from './ceremony.ts'
export { eraseOldChallenges, forgetChallenges } from './challenges.store.ts'
export { passkeyShape } from './shape.ts'
export { passkeySite } from './site.ts'
export {
  type Owner,
  type PasskeyRow,
  insertPasskey,
  passkeysMax,
  passkeysOf,
  removePasskey,
  removePasskeys,
  renamePasskey,
} from './store.ts'
