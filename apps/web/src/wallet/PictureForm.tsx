import {
  createContext,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
} from 'react'

interface Readers {
  readonly begin: (id: string) => void
  /** @param failed whether a picture could not be read: then nothing is sent without it by itself */
  readonly end: (id: string, failed: boolean) => void
}

const FormReaders = createContext<Readers | null>(null)

/** Has the form around it wait for a picture that is being read. */
export function useHeldForm(busy: boolean, failed: boolean): void {
  const readers = use(FormReaders)
  const id = useId()
  useLayoutEffect(() => {
    if (busy) readers?.begin(id)
    else readers?.end(id, failed)
  }, [busy, failed, id, readers])
  useLayoutEffect(() => () => readers?.end(id, false), [id, readers])
}

export interface PictureFormProps extends Omit<ComponentProps<'form'>, 'children' | 'onSubmit'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Whether the form's own component reads a picture, and whether one could not be read. */
  reading?: { readonly busy: boolean; readonly failed: boolean }
  /** `waits` while it was pressed and a picture is still being read. */
  children: (waits: boolean) => ReactNode
}

/** A form with pictures: sent too early, it waits for those that are still being read and is then sent by itself. */
export function PictureForm({ onSubmit, reading: own, children, ...form }: PictureFormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const [readers, setReaders] = useState<ReadonlySet<string>>(new Set())
  const [waits, setWaits] = useState(false)
  /** Whether it is to be sent by itself once the last picture is there. */
  const pressed = useRef(false)
  const context = useMemo<Readers>(
    () => ({
      begin: (id) => setReaders((before) => new Set(before).add(id)),
      end(id, failed) {
        setReaders((before) => (before.has(id) ? new Set([...before].filter((each) => each !== id)) : before))
        if (failed) pressed.current = false
      },
    }),
    [],
  )
  const isReading = readers.size > 0 || own?.busy === true
  const hasFailed = own?.failed === true
  useEffect(() => {
    if (isReading || !pressed.current) return
    pressed.current = false
    if (!hasFailed) ref.current?.requestSubmit()
  }, [isReading, hasFailed])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    pressed.current = isReading
    setWaits(isReading)
    if (!isReading) onSubmit(event)
  }
  return (
    <FormReaders value={context}>
      <form {...form} ref={ref} noValidate onSubmit={submit}>
        {children(waits && isReading)}
      </form>
    </FormReaders>
  )
}
