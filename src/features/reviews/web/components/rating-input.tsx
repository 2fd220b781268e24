import { useId, useState } from 'react'
import { RATINGS, type Rating } from '../../rules/reviews.ts'
import styles from '../reviews.module.css'

const WORDS: Record<Rating, string> = { 1: 'Poor', 2: 'Fair', 3: 'Good', 4: 'Very good', 5: 'Excellent' }
const STAR = 'M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.4-5.8-3-5.8 3 1.1-6.4L2.6 9.4l6.5-.9z'

type RatingInputProps = { value: Rating | null; onChange: (rating: Rating) => void; error?: string | undefined }

/** One to five stars to choose from: radio buttons for the keyboard and for screen readers. */
export function RatingInput({ value, onChange, error }: RatingInputProps) {
  const id = useId()
  const [pointed, setPointed] = useState<Rating | null>(null)
  const shown = pointed ?? value
  return (
    <fieldset className={styles.stars} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Your rating</legend>
      <div className={styles.choices}>
        <div className={styles.row}>
          {RATINGS.map((rating) => (
            <label
              key={rating}
              className={styles.star}
              data-on={(shown !== null && rating <= shown) || undefined}
              onMouseEnter={() => setPointed(rating)}
              onMouseLeave={() => setPointed(null)}
            >
              <input
                type="radio"
                name={`${id}-rating`}
                value={rating}
                checked={value === rating}
                aria-label={`${rating} ${rating === 1 ? 'star' : 'stars'}, ${WORDS[rating].toLowerCase()}`}
                onChange={() => onChange(rating)}
              />
              <svg width="32" height="32" viewBox="0 0 24 24" aria-hidden="true">
                <path d={STAR} />
              </svg>
            </label>
          ))}
        </div>
        <span className={styles.word} aria-hidden="true">
          {shown === null ? 'Choose a rating' : WORDS[shown]}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
