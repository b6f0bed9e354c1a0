import { useId, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Button } from "../../components/button.tsx";
import { FieldNote, Form } from "../../components/field.tsx";
import { Small } from "../../components/page.tsx";
import { Linked } from "../../components/prose.tsx";
import { token } from "../../styles/theme.ts";
import { PaymentProblem, type Problem } from "./payment-problem.tsx";

export interface OrderFormProps {
  /** Text of the button. */
  submit: string;
  /** The buyer must give up the right of withdrawal, as the editions start at once. */
  needsWaiver: boolean;
  disabled?: boolean;
  /** Shown until `onOrder` resolves. */
  processing?: ReactNode;
  /** Of the last attempt. */
  problem: Problem | undefined;
  onOrder: () => Promise<void>;
  /** Fields above the button. */
  children?: ReactNode;
}

/** The button with which a reader orders. */
export default function OrderForm(props: OrderFormProps) {
  const { submit, needsWaiver, disabled = false, processing, problem, onOrder, children } = props;
  const { t } = useTranslation();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { waived: false } });
  const { errors, isSubmitting } = formState;
  const id = useId();
  return (
    <Form onSubmit={handleSubmit(onOrder)}>
      {children}
      {needsWaiver ? (
        <>
          <Waiver>
            <input
              type="checkbox"
              id={id}
              disabled={isSubmitting}
              aria-invalid={errors.waived ? true : undefined}
              aria-describedby={`${id}-note`}
              {...register("waived", { required: "subscribe.waiverNeeded" })}
            />
            <label htmlFor={id}>
              <Linked text={t("subscribe.waiver")} />
            </label>
          </Waiver>
          <FieldNote id={`${id}-note`} error={errors.waived?.message} />
        </>
      ) : null}
      {isSubmitting && processing ? (
        <Small as="output">{processing}</Small>
      ) : (
        <Small>{t("subscribe.cancelAnytime")}</Small>
      )}
      <PaymentProblem problem={problem} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={isSubmitting}
        disabled={disabled}
      >
        {submit}
      </Button>
    </Form>
  );
}

const Waiver = styled.div`
  display: flex;
  gap: ${token("s3")};
  align-items: flex-start;
  font-size: ${token("fs-sm")};
  input {
    flex: none;
    width: 20px;
    height: 20px;
    accent-color: ${token("brand")};
  }
`;
