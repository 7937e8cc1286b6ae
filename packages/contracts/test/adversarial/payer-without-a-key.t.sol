// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice No signature is accepted for an account without a key. That covers a precompile, even the identity
/// precompile, which echoes the query for its signature. It covers a contract without signature checks, and an account
/// on which recovery fails.
contract PayerWithoutAKeyTest is EscrowTest {
    function test_noSignatureOpensOrStops_forAnAccountWithoutAKey() public {
        for (uint160 i = 1; i < 12; i++) {
            expectRefused(address(i));
        }
        expectRefused(address(this));
        expectRefused(address(0xdead));
    }

    function expectRefused(address keyless) private {
        MeterTerms memory terms = defaultTerms();
        terms.payer = keyless;
        token.mint(keyless, DEPOSIT);
        bytes32 id = escrow.getId(terms);
        bytes[3] memory signatures = [bytes(""), new bytes(65), signOpening(terms, PAYER_KEY)];
        for (uint256 i = 0; i < signatures.length; i++) {
            expectReason(
                abi.encodeCall(escrow.open, (terms, signatures[i])),
                abi.encodeWithSelector(TestAusd.InvalidSignature.selector)
            );
            expectReason(
                abi.encodeCall(escrow.stopBySig, (terms, signatures[i])),
                abi.encodeWithSelector(IMeterEscrow.StopSignatureInvalid.selector, id, keyless)
            );
        }
    }

    /// @dev With gas enough, and an end to it: a precompile that cannot read its input takes all it is given.
    function expectReason(bytes memory call, bytes memory expected) private {
        vm.prank(operator);
        (bool success, bytes memory reason) = address(escrow).call{gas: 10_000_000}(call);
        vm.assertTrue(!success, "refused");
        vm.assertEq(reason, expected, "reason");
    }
}
