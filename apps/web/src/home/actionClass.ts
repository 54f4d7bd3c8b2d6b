/** The look of a round action with its word beneath. */
export const actionClass =
  'feedback group flex min-w-0 flex-1 flex-col items-center gap-1.5 rounded-card py-1 text-center text-12 text-secondary hover:text-text'

/** The disc that an action's icon stands on. */
export const discClass =
  'feedback grid size-12 place-items-center rounded-full bg-surface text-primary group-hover:bg-raised group-active:scale-95'
