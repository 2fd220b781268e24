import { PeopleField } from '#features/accounts/web/public.ts'
import { Wide } from '#ui/app/form/detail-form.tsx'
import { TagsField } from '#ui/app/form/fields.tsx'

/** Whom to enroll: new people by e-mail (`emails`) and known ones (`user_ids`); several at once, learners each with one credit. */
export function LearnerFields({ are_learners: areLearners = true }: { are_learners?: boolean }) {
  return (
    <>
      <Wide>
        <TagsField
          name="emails"
          label="New people by e-mail"
          description="People without an account get one, with a link to set a password. Press Enter after each address."
          placeholder="name@company.com"
          inputMode="email"
        />
      </Wide>
      <Wide>
        <PeopleField name="user_ids" label="People in this portal" holds={areLearners ? 'learner' : undefined} />
      </Wide>
    </>
  )
}
