// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice Attempts to steal, lock or overcharge that no other test makes. The README lists all of them.
contract AdversaryTest is EscrowTest {
    address private constant RIVAL = address(0x51AA1);

    /// @dev Two words of the same terms that differ only above a field's width could have been one meter under two ids.
    function test_aWordTooWideForItsField_opensNothing_andNamesNoMeter() public {
        MeterTerms memory terms = openDefault();
        bytes memory signature = signOpening(terms, PAYER_KEY);
        vm.warp(NOW + 1000);
        for (uint256 field = 0; field < 11; field++) {
            assertRefused(widen(abi.encodeCall(escrow.settle, (terms, 1000)), field));
            assertRefused(widen(abi.encodeCall(escrow.close, (terms, 1000)), field));
            assertRefused(widen(abi.encodeCall(escrow.stop, (terms)), field));
            assertRefused(widen(abi.encodeCall(escrow.reclaim, (terms)), field));
            terms.salt = bytes32(field);
            assertMalformed(widen(abi.encodeCall(escrow.open, (terms, signature)), field));
            terms.salt = keccak256("sub_1");
        }
        assertState(escrow.getId(terms), MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    /// @dev The sender of a batch may include the meters of any operator.
    function test_anOperator_cannotSettleARivalsMeter_inABatch() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds, bytes32 id) = openForRival();
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(id, 0, IMeterEscrow.NotOperator.selector);
        vm.prank(operator);
        escrow.settleBatch(terms, toSeconds);
        assertState(id, MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    function test_anOperator_cannotCloseARivalsMeter_inABatch() public {
        (MeterTerms[] memory terms, uint32[] memory toSeconds, bytes32 id) = openForRival();
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(id, 0, IMeterEscrow.NotOperator.selector);
        vm.prank(operator);
        escrow.closeBatch(terms, toSeconds);
        assertState(id, MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    /// @dev The one transfer that fails for want of gas would be credited, and the payer would wait for the rest.
    function test_anOperator_cannotTurnARefundIntoCredit_byStarvingIt() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        for (uint256 gasLimit = 30_000;; gasLimit += 250) {
            vm.prank(operator);
            try escrow.close{gas: gasLimit}(terms, 1000) {
                break;
            } catch {}
        }
        vm.assertEq(escrow.credit(address(token), payer), 0, "payer's credit");
        vm.assertEq(escrow.credit(address(token), merchant), 0, "merchant's credit");
        vm.assertEq(escrow.credit(address(token), feeRecipient), 0, "fee recipient's credit");
        assertBalances(FUNDS - 277_000, 274_230, 2_770, 0);
    }

    /// @dev Tokens that an account sends to the escrow belong to no meter: they neither block an opening nor pay for
    /// one.
    function test_aDonation_blocksNothing_andCannotBeTaken() public {
        token.mint(address(escrow), 5);
        MeterTerms memory terms = openDefault();
        token.mint(address(escrow), 7);
        vm.warp(NOW + 3600);
        closeAsOperator(terms, 3600);
        assertBalances(FUNDS - DEPOSIT, DEPOSIT - 9_972, 9_972, 12);
    }

    /// @dev The authorisation names the escrow as payee, so the token takes it only from the escrow.
    function test_aStolenAuthorisation_isOfNoUse_withoutTheEscrow() public {
        MeterTerms memory terms = defaultTerms();
        bytes memory signature = signOpening(terms, PAYER_KEY);
        bytes32 id = escrow.getId(terms);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(TestAusd.InvalidPayee.selector, operator, address(escrow)));
        token.receiveWithAuthorization(payer, address(escrow), DEPOSIT, 0, terms.openBy, id, signature);
        vm.expectRevert(abi.encodeWithSelector(TestAusd.InvalidSignature.selector));
        token.transferWithAuthorization(payer, address(escrow), DEPOSIT, 0, terms.openBy, id, signature);
        openMeter(terms);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    /// @dev A worthless token opens a meter for any account, and cannot reach the AUSD in the same escrow.
    function test_aWorthlessToken_cannotReachTheDepositsOfAnother() public {
        openDefault();
        TestAusd worthless = deployAusd();
        worthless.mint(payer, FUNDS);
        MeterTerms memory terms = defaultTerms();
        terms.token = address(worthless);
        terms.merchant = RIVAL;
        openMeter(terms);
        vm.warp(NOW + 3600);
        worthless.freeze(RIVAL);
        closeAsOperator(terms, 3600);
        vm.assertEq(escrow.credit(address(token), RIVAL), 0, "credit in AUSD");
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NoCredit.selector, address(token), RIVAL));
        escrow.withdrawCredit(address(token), RIVAL);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    /// @dev The last second that the payer agreed to pay for is the one before their stop, with any calls in the same
    /// block.
    function test_anOperator_gainsNothing_byWaitingAfterAStop() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 100);
        stopAsPayer(terms);
        settleAsOperator(terms, 3600);
        vm.warp(NOW + 90_000);
        settleAsOperator(terms, 3600);
        closeAsOperator(terms, 3600);
        assertBalances(FUNDS - 27_700, 27_423, 277, 0);
    }

    function openForRival() private returns (MeterTerms[] memory terms, uint32[] memory toSeconds, bytes32 id) {
        terms = new MeterTerms[](1);
        toSeconds = new uint32[](1);
        terms[0] = defaultTerms();
        terms[0].operator = RIVAL;
        toSeconds[0] = 1000;
        bytes memory signature = signOpening(terms[0], PAYER_KEY);
        vm.prank(RIVAL);
        id = escrow.open(terms[0], signature);
        vm.warp(NOW + 1000);
    }

    /// @dev Sets the highest bit of a field's word. Each of the first eleven fields is narrower than a word.
    function widen(bytes memory call, uint256 field) private pure returns (bytes memory) {
        call[4 + 32 * field] |= 0x80;
        return call;
    }

    /// @dev Refused by the check of the word itself, before any signature counts: such a revert has no data.
    function assertMalformed(bytes memory call) private {
        vm.prank(operator);
        (bool success, bytes memory reason) = address(escrow).call(call);
        vm.assertTrue(!success, "refused");
        vm.assertEq(reason.length, 0, "reason");
    }

    function assertRefused(bytes memory call) private {
        vm.prank(operator);
        (bool success,) = address(escrow).call(call);
        vm.assertTrue(!success, "refused");
        vm.prank(payer);
        (success,) = address(escrow).call(call);
        vm.assertTrue(!success, "refused to the payer");
    }
}
