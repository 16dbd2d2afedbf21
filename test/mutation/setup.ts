// A mutant is detected by the first generated case that fails; shrinking it, as people want to see it, would take most
// of the run.
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
