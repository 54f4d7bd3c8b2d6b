// What other slices use of what two operators decide.
export { NewLink } from './InvitationLink.tsx'
