import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'

const accepted = 'image/png,image/jpeg,image/gif,image/svg+xml,.heic,.heif'

interface FilePickerProps {
  className: string
  multiple?: boolean
  disabled?: boolean
  onPick: (files: readonly File[]) => void
  children: ReactNode
}

/** What looks like a button and asks for pictures. */
export function FilePicker({ className, multiple = false, disabled = false, onPick, children }: FilePickerProps) {
  return (
    <label
      className={joined(
        className,
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
      )}
    >
      {children}
      <input
        type="file"
        multiple={multiple}
        accept={accepted}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
    </label>
  )
}
